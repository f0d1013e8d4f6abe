// The filter has 16 coefficients, and the copy fills 16 bytes, which are only 4 of them.
// says: fills only 16 bytes of weights, which has 16 elements (64 bytes)
#include <cstdio>
__constant__ float weights[16];
__global__ void apply(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 16; ++k) s += weights[k] * in[(i + k) % n];
  out[i] = s;
}
int main() {
  const int n = 1024;
  float w[16], h[n];
  for (float& x : w) x = 1;
  for (float& x : h) x = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, w, 16);  // bug: copy_size
  apply<<<n / 256, 256>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
  cudaFree(in); cudaFree(out);
}
