// The host fills a device array in a loop.
#include <cstdlib>
#include <iostream>

__global__ void twice(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 400;
  double* x = nullptr;
  if (cudaMalloc(&x, n * sizeof(double)) != cudaSuccess) return EXIT_FAILURE;
  for (int i = 0; i < n; ++i) {
    x[i] = 0.5 * i;  // bug: host_reads_device
  }
  twice<<<(n + 63) / 64, 64>>>(x, n);
  cudaDeviceSynchronize();
  cudaFree(x);
  std::cout << "done" << std::endl;
  return 0;
}
