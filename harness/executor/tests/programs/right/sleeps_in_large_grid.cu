// The last block sleeps but does not wait for another block. It is not watched, because the grid is so large.
#include <cstdio>

__global__ void last_one_slowly(const int* out) {
  if (blockIdx.x == gridDim.x - 1)
    for (int i = 0; i < 500; ++i) __nanosleep(20);
  int x = threadIdx.x;
  for (int i = 0; i < 200; ++i) x = x * 5 + out[(blockIdx.x * blockDim.x + threadIdx.x + i * 32) % 256];
  if (x == 12345) printf("met\n");
}

int main() {
  int* out;
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(out, 0, 256 * sizeof(int));
  last_one_slowly<<<4096, 128>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(out);
  return error != cudaSuccess;
}
