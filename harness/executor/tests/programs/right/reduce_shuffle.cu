// A sum with warp shuffles, block by block, combined with one atomic per block.
#include <cstdio>
#include <numeric>
#include <vector>

#define FULL_MASK 0xffffffffu

__device__ __forceinline__ int sum_of_warp(int x) {
#pragma unroll
  for (int d = 16; d >= 1; d >>= 1) x += __shfl_down_sync(FULL_MASK, x, d);
  return x;
}

__device__ int sum_of_block(int x) {
  __shared__ int of_warps[32];
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
  x = sum_of_warp(x);
  if (!lane) of_warps[warp] = x;
  __syncthreads();
  if (warp == 0) x = sum_of_warp(lane < warps ? of_warps[lane] : 0);
  return x;  // correct in thread 0
}

__global__ void sum_all(const int* values, int count, int* result) {
  int x = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) x += values[i];
  x = sum_of_block(x);
  if (threadIdx.x == 0) atomicAdd(result, x);
}

int main() {
  const int count = 123457;
  std::vector<int> host(count);
  for (int i = 0; i < count; i++) host[i] = i % 101 - 50;
  int *values, *result, sum = -1;
  cudaMalloc(&values, sizeof(int) * count);
  cudaMalloc(&result, sizeof(int));
  cudaMemcpy(values, host.data(), sizeof(int) * count, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(int));
  sum_all<<<24, 512>>>(values, count, result);
  cudaMemcpy(&sum, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(result);
  const int want = std::accumulate(host.begin(), host.end(), 0);
  printf("reduce_shuffle: %d, expected %d\n", sum, want);
  return sum == want ? 0 : 1;
}
