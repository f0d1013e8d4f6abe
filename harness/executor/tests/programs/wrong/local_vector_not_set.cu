// The two sums of each thread have no initial value.
// says: sum is a local variable that is used before it has a value
#include <cstdio>
__global__ void k(const float2* x, float* out, int n) {
  float2 sum;  // bug: uninitialised
  for (int i = threadIdx.x; i < n; i += blockDim.x) { sum.x += x[i].x; sum.y += x[i].y; }
  out[threadIdx.x] = sum.x + sum.y;
}
int main() {
  static float2 h[1024], *x;
  static float *o;
  for (int i = 0; i < 1024; ++i) h[i] = {1, 2};
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&o, 256);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(x, o, 1024);
  cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0].x);
  cudaFree(x);
  cudaFree(o);
}
