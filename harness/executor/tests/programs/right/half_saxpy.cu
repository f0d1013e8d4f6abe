// saxpy in half precision: one element at a time, and two at a time.
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void to_half(const float* in, __half* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}

__global__ void saxpy_one(__half a, const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma(a, x[i], y[i]);
}

__global__ void saxpy_two(__half a, const __half2* x, __half2* y, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) y[i] = __hadd2(__hmul2(__half2half2(a), x[i]), y[i]);
}

__global__ void to_float(const __half* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __half2float(in[i]);
}

int main() {
  const int n = 2000, block = 128, grid = (n + block - 1) / block;
  std::vector<float> x(n), y(n), got(n);
  for (int i = 0; i < n; i++) {
    x[i] = i % 64;
    y[i] = i % 32 * 0.5f;
  }
  float* f;
  __half *hx, *hy;
  cudaMalloc(&f, n * sizeof(float));
  cudaMalloc(&hx, n * sizeof(__half));
  cudaMalloc(&hy, n * sizeof(__half));
  cudaMemcpy(f, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  to_half<<<grid, block>>>(f, hx, n);
  cudaMemcpy(f, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  to_half<<<grid, block>>>(f, hy, n);
  saxpy_one<<<grid, block>>>(__float2half(2.0f), hx, hy, n);
  saxpy_two<<<(n / 2 + block - 1) / block, block>>>(__float2half(0.5f), (const __half2*)hx, (__half2*)hy, n / 2);
  to_float<<<grid, block>>>(hy, f, n);
  cudaMemcpy(got.data(), f, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(f);
  cudaFree(hx);
  cudaFree(hy);
  int wrong = 0;  // small numbers and their halves, so exact
  for (int i = 0; i < n; i++) wrong += got[i] != 2.5f * x[i] + y[i];
  printf("half_saxpy: %d wrong\n", wrong);
  return wrong ? 1 : 0;
}
