// cudaFree() does not accept memory from cudaMallocHost().
#include <cstdio>

__global__ void fill(int* p) { p[threadIdx.x] = 3; }

int main() {
  int* pinned;
  cudaMallocHost(&pinned, 32 * sizeof(int));
  fill<<<1, 32>>>(pinned);
  cudaDeviceSynchronize();
  printf("%d\n", pinned[31]);
  cudaFree(pinned);  // bug: ignored_error
}
