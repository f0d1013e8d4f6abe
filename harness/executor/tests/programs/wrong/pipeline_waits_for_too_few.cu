// With two batches in flight, wait_prior(2) waits for neither of them.
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ int stage[2][32];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&stage[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&stage[(k + 1) % 2][t], &in[(k + 1) * 32 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += stage[k % 2][t ^ 1];  // bug: race
  // says: in flight
// one finding
    __syncthreads();
  }
  out[t] = sum;
}
int main() {
  const int tiles = 4;
  int h[tiles * 32], o[32], *a, *b;
  for (int& v : h) v = 2;
  cudaMalloc(&a, sizeof(h)); cudaMalloc(&b, sizeof(o));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  sum_tiles<<<1, 32>>>(a, b, tiles);
  cudaMemcpy(o, b, sizeof(o), cudaMemcpyDeviceToHost);
  printf("%s\n", o[0] == 8 ? "OK" : "WRONG");
  cudaFree(a); cudaFree(b);
}
