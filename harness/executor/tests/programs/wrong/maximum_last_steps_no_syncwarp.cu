// The last steps run in one warp without a barrier; most threads store nothing in them.
// says: put a __syncwarp() at the end of the loop body
#include <cstdio>
#include <cuda_runtime.h>
__global__ void largest(const float* x, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k && s[t + k] > s[t]) s[t] = s[t + k];  // bug: race
    if (k > 32) __syncthreads();
  }
  if (t == 0) *out = s[0];
}
int main() {
  float h[256], *a, *b;
  for (auto& v : h) v = float(&v - h);
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  largest<<<1, 256>>>(a, b);
  cudaMemcpy(h, b, 4, cudaMemcpyDeviceToHost);
  if (cudaGetLastError()) return 1;
  printf("%g\n", h[0]);
  cudaFree(a); cudaFree(b);
}
