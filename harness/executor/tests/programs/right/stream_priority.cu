// A high-priority stream and a low-priority one. Priorities order nothing, but an event does.
#include <cmath>
#include <iostream>
#include <vector>

#define CHECK(call) \
  if (cudaError_t e = (call)) return std::cerr << #call << ": " << cudaGetErrorString(e) << '\n', 1

__global__ void work(double* x, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = i;
  for (int r = 0; r < rounds; ++r) x[i] = 0.5 * x[i] + 1;
}
__global__ void shift(double* bulk, int n, const double* urgent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bulk[i] += urgent[i % 32];
}

int main() {
  const int n = 3000;
  int least, greatest;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t low, high;
  CHECK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
  CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
  cudaEvent_t urgent_done;
  CHECK(cudaEventCreateWithFlags(&urgent_done, cudaEventDisableTiming));
  double *bulk, *urgent;
  CHECK(cudaMalloc(&bulk, n * sizeof(double)));
  CHECK(cudaMalloc(&urgent, 32 * sizeof(double)));

  work<<<(n + 127) / 128, 128, 0, low>>>(bulk, n, 50);
  work<<<1, 32, 0, high>>>(urgent, 32, 1);
  CHECK(cudaEventRecord(urgent_done, high));
  CHECK(cudaStreamWaitEvent(low, urgent_done));
  shift<<<(n + 127) / 128, 128, 0, low>>>(bulk, n, urgent);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(low));

  std::vector<double> host(n);
  CHECK(cudaMemcpy(host.data(), bulk, n * sizeof(double), cudaMemcpyDeviceToHost));
  long right = 0;  // bulk tends to 2, urgent is i / 2 + 1
  for (int i = 0; i < n; ++i) right += std::abs(host[i] - (2 + 0.5 * (i % 32) + 1)) < 1e-6;
  for (double* p : {bulk, urgent}) CHECK(cudaFree(p));
  CHECK(cudaEventDestroy(urgent_done));
  for (cudaStream_t s : {low, high}) CHECK(cudaStreamDestroy(s));
  std::cout << "stream_priority: " << n - right << " wrong\n";
  return right != n;
}
