// The event is recorded in the stream that waits for it instead of the stream that does the work.
#include <cstdlib>
#include <iostream>

inline void ok(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::cerr << cudaGetErrorName(status) << '\n';
  std::exit(1);
}

template <typename T>
__global__ void affine(T a, const T* x, T* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + 1;
}

int main() {
  constexpr int n = 5000;
  double *x, *y, *z, result;
  for (double** p : {&x, &y, &z}) {
    ok(cudaMalloc(p, n * sizeof(double)));
    ok(cudaMemset(*p, 0, n * sizeof(double)));
  }
  ok(cudaDeviceSynchronize());
  cudaStream_t producer, consumer;
  cudaEvent_t ready;
  ok(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  ok(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  ok(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

  affine<<<4, 128, 0, producer>>>(2.0, x, y, n);
  ok(cudaEventRecord(ready, consumer));
  ok(cudaStreamWaitEvent(consumer, ready));
  affine<<<4, 128, 0, consumer>>>(3.0, y, z, n);  // bug: stream_race
  ok(cudaGetLastError());
  ok(cudaDeviceSynchronize());

  ok(cudaMemcpy(&result, z, sizeof(double), cudaMemcpyDeviceToHost));
  std::cout << "z[0] = " << result << '\n';
  for (double* p : {x, y, z}) ok(cudaFree(p));
  ok(cudaEventDestroy(ready));
  ok(cudaStreamDestroy(producer));
  ok(cudaStreamDestroy(consumer));
  return 0;
}
