// A kernel uses memory from before a device reset: a GPU stops it with error 700, which every later call returns too.
// says: after cudaDeviceReset() has freed
#include <cstdio>

__global__ void fill(int* x) {
  x[threadIdx.x] = threadIdx.x;  // bug: out_of_bounds
}

int main() {
  int host[32], *x, *y;
  cudaMalloc(&x, sizeof host);
  fill<<<1, 32>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaDeviceReset();
  if (cudaFree(x) != cudaErrorInvalidValue) return 2;
  fill<<<1, 32>>>(x);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 3;
  if (cudaMalloc(&y, 4) != cudaErrorIllegalAddress || cudaFree(x) != cudaErrorIllegalAddress) return 4;
  cudaDeviceReset();
  if (cudaMalloc(&y, 4) != cudaSuccess || cudaFree(y) != cudaSuccess) return 5;
  std::printf("%d\n", host[3]);
  return 0;
}
