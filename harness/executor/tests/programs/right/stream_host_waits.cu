// Non-blocking streams, ordered by the host, which waits for a stream, for an event, and for the whole device.
#include <iostream>
#include <stdexcept>
#include <vector>

void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

__global__ void start(long* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = i;
}
__global__ void add(long* x, long value, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] += value;
}

int main() {
  const int n = 2000;
  std::vector<long> host(n, 0);
  std::vector<cudaStream_t> s(4);
  long* x;
  cudaEvent_t added;
  check(cudaMalloc(&x, n * sizeof(long)));
  check(cudaEventCreateWithFlags(&added, cudaEventDisableTiming | cudaEventBlockingSync));
  for (auto& one : s) check(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));

  start<<<1, 256, 0, s[0]>>>(x, n);
  check(cudaStreamSynchronize(s[0]));
  add<<<1, 256, 0, s[1]>>>(x, 10, n);
  check(cudaEventRecord(added, s[1]));
  check(cudaEventSynchronize(added));
  add<<<1, 256, 0, s[2]>>>(x, 200, n);
  check(cudaDeviceSynchronize());
  check(cudaMemcpyAsync(host.data(), x, n * sizeof(long), cudaMemcpyDeviceToHost, s[3]));
  check(cudaStreamSynchronize(s[3]));

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != i + 210;
  for (auto& one : s) check(cudaStreamDestroy(one));
  check(cudaEventDestroy(added));
  check(cudaFree(x));
  std::cout << "stream_host_waits: " << wrong << " wrong\n";
  return wrong != 0;
}
