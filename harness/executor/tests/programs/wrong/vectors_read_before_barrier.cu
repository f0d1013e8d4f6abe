// Each thread reads four elements at once; other threads store them.
// says: put a __syncthreads() after the write
#include <cstdio>
#include <cuda_runtime.h>
__global__ void quads(const float* in, float4* out) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64) out[threadIdx.x] = reinterpret_cast<float4*>(s)[threadIdx.x];  // bug: race
}
int main() {
  float h[256] = {}, *a; float4* b;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  quads<<<1, 256>>>(a, b);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%g\n", h[0]);
  cudaFree(a); cudaFree(b);
}
