// Counts the distinct values of a block: several threads may find that a value is new.
// says: with one atomic
#include <cstdio>
#include <cuda_runtime.h>
__global__ void distinct(const int* x, int* out) {
  __shared__ int seen[64];
  __shared__ int count;
  if (threadIdx.x < 64) seen[threadIdx.x] = 0;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int v = x[threadIdx.x];
  if (seen[v] == 0) {  // bug: race
    seen[v] = 1;
    atomicAdd(&count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
int main() {
  int h[128], r, *a, *b;
  for (int i = 0; i < 128; i++) h[i] = i * i % 61;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  distinct<<<1, 128>>>(a, b);
  cudaMemcpy(&r, b, 4, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%d\n", r);
  cudaFree(a); cudaFree(b);
}
