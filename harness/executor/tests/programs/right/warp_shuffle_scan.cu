// A scan with shuffles: within each warp, then of all warps' totals in the first warp; a broadcast; a butterfly.
#include <cassert>
#include <cstdio>
#include <numeric>
#include <vector>

constexpr unsigned kWarp = 32;

__device__ int warp_scan(int x, unsigned lane) {
  for (unsigned d = 1; d < kWarp; d *= 2) {
    const int from = __shfl_up_sync(~0u, x, d);
    if (lane >= d) x += from;
  }
  return x;
}

__global__ void block_scan(int* data, int* total) {
  __shared__ int sums[kWarp];
  const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  int x = warp_scan(data[threadIdx.x], lane);
  if (lane == kWarp - 1) sums[warp] = x;
  __syncthreads();
  if (warp == 0) sums[lane] = warp_scan(lane < blockDim.x / kWarp ? sums[lane] : 0, lane);
  __syncthreads();
  if (warp > 0) x += sums[warp - 1];
  data[threadIdx.x] = x;
  if (threadIdx.x == blockDim.x - 1) *total = x;
}

__global__ void exchange(int* out) {
  const int lane = threadIdx.x;
  const int from_three = __shfl_sync(0xffffffffu, lane * 10, 3);
  const int neighbour = __shfl_xor_sync(0xffffffffu, lane, 1);
  const int in_eights = __shfl_sync(0xffffffffu, lane, 0, 8);
  out[lane] = from_three * 10000 + neighbour * 100 + in_eights;
}

int main() {
  const int n = 768;
  std::vector<int> host(n), want(n), got(n), small(kWarp);
  for (int i = 0; i < n; ++i) host[i] = i % 9 - 3;
  std::partial_sum(host.begin(), host.end(), want.begin());
  int *data, *total, sum = 0;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  block_scan<<<1, n>>>(data, total);
  cudaMemcpy(got.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost);
  exchange<<<1, kWarp>>>(data);
  cudaMemcpy(small.data(), data, kWarp * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(total);
  bool right = got == want && sum == want.back();
  for (int lane = 0; lane < int(kWarp); ++lane)
    right = right && small[lane] == 30 * 10000 + (lane ^ 1) * 100 + lane / 8 * 8;
  std::puts(right ? "warp_shuffle_scan: passed" : "warp_shuffle_scan: failed");
  return right ? 0 : 1;
}
