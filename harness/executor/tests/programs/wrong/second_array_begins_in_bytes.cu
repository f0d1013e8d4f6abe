// The second array begins n bytes into the pool instead of n floats.
#include <cstdio>
__global__ void dot(const float* x, const float* y, float* out, int n) {
  extern __shared__ char pool[];
  float* a = reinterpret_cast<float*>(pool);
  float* b = reinterpret_cast<float*>(pool + n);
  int t = threadIdx.x;
  a[t] = x[t];
  b[t] = y[t];  // bug: race
  // says: overlap
  __syncthreads();
  out[t] = a[n - 1 - t] * b[n - 1 - t];
}
int main() {
  const int n = 64;
  float h[n], g[n], o[n], *x, *y, *d;
  for (int i = 0; i < n; ++i) { h[i] = i; g[i] = 100 + i; }
  cudaMalloc(&x, 256); cudaMalloc(&y, 256); cudaMalloc(&d, 256);
  cudaMemcpy(x, h, 256, cudaMemcpyHostToDevice);
  cudaMemcpy(y, g, 256, cudaMemcpyHostToDevice);
  dot<<<1, n, 2 * n * sizeof(float)>>>(x, y, d, n);
  cudaMemcpy(o, d, 256, cudaMemcpyDeviceToHost);
  printf("%s\n", o[0] == 63 * 163 ? "OK" : "WRONG");
  cudaFree(x); cudaFree(y); cudaFree(d);
}
