// One shared array holds an odd number of bytes, followed by doubles.
#include <cstdio>

__global__ void mix(const unsigned char* flags, double* out, int n) {
  extern __shared__ unsigned char pool[];
  unsigned char* s_flags = pool;
  double* s_values = (double*)(pool + n);
  int t = threadIdx.x;
  s_flags[t] = flags[t];
  s_values[t] = t * 0.5;  // bug: misaligned
  __syncthreads();
  int other = n - 1 - t;
  out[t] = s_flags[other] ? s_values[other] : 0;
}

int main() {
  const int n = 50;
  unsigned char flags[n], *d_flags;
  double out[n], *d_out;
  for (int i = 0; i < n; ++i) flags[i] = i % 2;
  cudaMalloc(&d_flags, sizeof flags);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_flags, flags, sizeof flags, cudaMemcpyHostToDevice);
  mix<<<1, n, n * (sizeof(double) + 1)>>>(d_flags, d_out, n);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_flags);
  cudaFree(d_out);
  printf("%g\n", out[0]);
  return 0;
}
