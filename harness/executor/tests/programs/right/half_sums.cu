// Sums of halves: a short sum, a sum of numbers of both signs, and a long sum in float.
#include <cstdio>
#include <cuda_fp16.h>

__global__ void sums(const __half* values, float* out, int n) {
  __half few = __float2half(0.0f), both = few;
  float all = 0;
  for (int i = 0; i < n; ++i) {
    if (i < 1000) few = __hadd(few, values[i]);
    both = __hadd(both, i % 2 ? values[i] : __hneg(values[i]));
    all += __half2float(values[i]);
  }
  const __half large = __float2half(4096.0f);
  for (int i = 0; i < n; ++i) all += __half2float(__hadd(large, values[i])) - 4096;  // each sum separately
  out[0] = __half2float(few);
  out[1] = __half2float(both);
  out[2] = all;
}

int main() {
  const int n = 4096;
  static __half host[n];
  for (__half& x : host) x = __float2half(1.0f);
  __half* values;
  float *out, results[3];
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 1>>>(values, out, n);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(out);
  return results[0] != 1000 || results[1] != 0 || results[2] != 4096;
}
