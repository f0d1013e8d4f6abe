// The last warp relies on lockstep, as in old books; volatile is not enough.
#include <cstdio>

#define THREADS 64

__device__ void last_warp(volatile int* s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];  // bug: race
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void sum(const int* in, int* out) {
  __shared__ int s[THREADS];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) last_warp(s, threadIdx.x);
  if (threadIdx.x == 0) *out = s[0];
}

int main() {
  int in[THREADS], out, *d_in, *d_out;
  for (int i = 0; i < THREADS; ++i) in[i] = i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  sum<<<1, THREADS>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%d\n", out);
  return 0;
}
