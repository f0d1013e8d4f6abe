// The tile has room for one halo cell, but the kernel writes two halo cells.
#include <cstdio>

#define BLOCK 32

__global__ void neighbours(const int* in, int* out, int n) {
  __shared__ int tile[BLOCK + 1];
  int g = blockIdx.x * BLOCK + threadIdx.x;
  tile[threadIdx.x + 1] = in[g];
  if (threadIdx.x == 0) tile[0] = g > 0 ? in[g - 1] : 0;
  if (threadIdx.x == BLOCK - 1) tile[BLOCK + 1] = g + 1 < n ? in[g + 1] : 0;  // bug: out_of_bounds
  __syncthreads();
  out[g] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}

int main() {
  const int n = 256;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  neighbours<<<n / BLOCK, BLOCK>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%d\n", host[1]);
  return 0;
}
