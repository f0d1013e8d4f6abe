// From 2048 on, adding 1 to a half-precision number does not change it.
// says: a sum in half stops growing at 2048
#include <cstdio>
#include <cuda_fp16.h>

__global__ void sums(const __half* values, __half* out, int n) {
  __half sum = __float2half(0.0f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += values[i];  // bug: lost_in_rounding
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 32 * 3000;
  static __half host[n];
  for (__half& x : host) x = __float2half(1.0f);
  __half *values, *out;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, 32 * sizeof(__half));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(values, out, n);
  cudaMemcpy(host, out, 32 * sizeof(__half), cudaMemcpyDeviceToHost);
  printf("%g of 3000\n", __half2float(host[0]));
  cudaFree(values);
  cudaFree(out);
}
