// 2^24 elements, all of which are verified on the host.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                      \
  do {                                                                                        \
    cudaError_t status_ = (call);                                                             \
    if (status_ != cudaSuccess) {                                                             \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));        \
      exit(EXIT_FAILURE);                                                                     \
    }                                                                                         \
  } while (0)

__global__ void saxpy(float a, const float* __restrict__ x, float* __restrict__ y, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  const size_t n = size_t(1) << 24;
  std::vector<float> x(n), y(n), result(n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = float(i % 1000);
    y[i] = float(i % 77);
  }
  float *dx = nullptr, *dy = nullptr;
  CUDA_CHECK(cudaMalloc(&dx, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dy, n * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  const unsigned threads = 256, blocks = unsigned((n + threads - 1) / threads);
  saxpy<<<blocks, threads>>>(2.0f, dx, dy, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy(result.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(dx));
  CUDA_CHECK(cudaFree(dy));

  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) wrong += result[i] != 2.0f * x[i] + y[i];
  printf("saxpy_large: %zu elements, %zu wrong\n", n, wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
