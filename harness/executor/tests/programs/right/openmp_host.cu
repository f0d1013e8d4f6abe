// The host uses OpenMP, if the compiler supports it, to prepare and check the data. It names its phases for a
// profiler, and creates an event without timing.
#ifdef _OPENMP
#include <omp.h>
#endif
#include <nvtx3/nvToolsExt.h>
#include <cstdio>
#include <vector>

__global__ void cube(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i] * x[i];
}

int main() {
  const int n = 10000;
  std::vector<float> host(n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) host[i] = i % 100;
  float* x;
  cudaEvent_t done;
  cudaEventCreate(&done, cudaEventDisableTiming);
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  nvtxRangePushA("cube");
  cube<<<(n + 255) / 256, 256>>>(x, n);
  cudaEventRecord(done);
  cudaEventSynchronize(done);
  nvtxRangePop();
  cudaMemcpy(host.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < n; ++i) wrong += host[i] != float(i % 100) * (i % 100) * (i % 100);
  std::printf("openmp_host: %d wrong\n", wrong);
  cudaFree(x);
  cudaEventDestroy(done);
  return wrong != 0;
}
