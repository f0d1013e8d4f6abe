// One lock and one sum for each of eight bins, in shared memory; the locks are set with atomicExch().
#include <cstdio>
#include <cuda_runtime.h>
__global__ void bins(const float* x, float* out) {
  __shared__ int lock[8];
  __shared__ float sum[8];
  if (threadIdx.x < 8) { atomicExch(&lock[threadIdx.x], 0); sum[threadIdx.x] = 0; }
  __syncthreads();
  int b = threadIdx.x % 8;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[b], 0, 1) == 0) {
      __threadfence_block();
      sum[b] += x[threadIdx.x];
      __threadfence_block();
      atomicExch(&lock[b], 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = sum[threadIdx.x];
}
int main() {
  float h[128], *a, *b;
  for (auto& v : h) v = 1;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 32);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  bins<<<1, 128>>>(a, b);
  cudaMemcpy(h, b, 32, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%g %g\n", h[0], h[7]);
  cudaFree(a); cudaFree(b);
}
