// The warps' sums are read before all warps have written theirs.
#include <cstdio>
#include <vector>

__device__ int warp_sum(int x) {
  for (int d = 16; d > 0; d >>= 1) x += __shfl_down_sync(~0u, x, d);
  return x;
}

__global__ void block_sum(const int* in, int* out) {
  __shared__ int sums[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int x = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) sums[warp] = x;
  if (warp == 0) {
    x = warp_sum(lane < 8 ? sums[lane] : 0);  // bug: race
    if (lane == 0) out[blockIdx.x] = x;
  }
}

int main() {
  const int blocks = 3, n = 256 * blocks;
  std::vector<int> in(n, 1);
  int out[blocks], *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  block_sum<<<blocks, 256>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%d\n", out[0]);
  return 0;
}
