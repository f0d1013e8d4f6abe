// An atomic that sets the first value still needs a barrier before the atomics that update it.
// says: in order to initialise it
#include <cstdio>
#include <cuda_runtime.h>
__global__ void hist(const int* x, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) atomicExch(&bins[threadIdx.x], 0);
  atomicAdd(&bins[x[threadIdx.x]], 1);  // bug: race
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
int main() {
  int h[256], *a, *b;
  for (int i = 0; i < 256; i++) h[i] = i / 7 % 8;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 32);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  hist<<<1, 256>>>(a, b);
  cudaMemcpy(h, b, 32, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%d %d\n", h[0], h[7]);
  cudaFree(a); cudaFree(b);
}
