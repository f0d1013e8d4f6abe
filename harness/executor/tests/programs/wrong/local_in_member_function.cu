// A sum in a member function has no initial value.
#include <cstdio>
struct Rows {
  const float* x;
  int n;
  __device__ float sum(int first) const {
    float total;  // bug: uninitialised
    for (int i = first; i < n; i += 32) total += x[i];
    return total;
  }
};
__global__ void k(Rows r, float* out) { out[threadIdx.x] = r.sum(threadIdx.x); }
int main() {
  static float h[1024], *x, *o;
  for (float& v : h) v = 1;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&o, 128);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 32>>>(Rows{x, 1024}, o);
  cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(x);
  cudaFree(o);
}
