// The host block is only half as large as the array.
// says: which has 200
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void fill(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
int main() {
  const int n = 100; int* d; int* h = (int*)malloc(n * 2); 
  cudaMalloc(&d, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);  // bug: copy_past_end
  printf("%d %s\n", h[n - 1], cudaGetErrorString(cudaGetLastError()));
  cudaFree(d); free(h);
}
