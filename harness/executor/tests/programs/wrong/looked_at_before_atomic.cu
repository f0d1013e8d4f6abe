// The check that avoids most of the atomics is a plain read.
// says: read it with an atomic too, or through a volatile pointer
#include <cstdio>
#include <cuda_runtime.h>
__global__ void largest(const int* x, int n, int* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *best) atomicMax(best, x[i]);  // bug: race
}
int main() {
  const int n = 1000;
  int h[n], r, *a, *b;
  for (int i = 0; i < n; i++) h[i] = i * 37 % 1009;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); cudaMemset(b, 0, 4);
  largest<<<(n + 127) / 128, 128>>>(a, n, b);
  cudaMemcpy(&r, b, 4, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%d\n", r);
  cudaFree(a); cudaFree(b);
}
