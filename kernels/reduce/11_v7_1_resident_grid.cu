// reduce/v7.1 · grid sized to the device
// The grid has as many blocks as the GPU can hold at once (on an H200, 8 blocks of 256 on each of 132 multiprocessors).
// Watch: at n = 2^20, the counters of `v7`. At 2^24, the first pass has 1056 blocks, not 2048, and half the barriers.
#include "tracks/reduce.h"

namespace {

constexpr int kPerThread = 8;  // elements per thread in each tile

// The sum of a warp's 32 values, in lane 0.
template <typename T>
__device__ T warp_reduce(T sum) {
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  return sum;
}

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) sum += i + k * kBlock < n ? input[i + k * kBlock] : T{0};
  }

  sum = warp_reduce(sum);
  if (lane == 0) partial[warp] = sum;
  __syncthreads();

  if (warp == 0) sum = warp_reduce(lane < kBlock / kWarpSize ? partial[lane] : T{0});
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned max_grid = resident_grid(job, reduce<T, kBlock>, kBlock);
    const auto grid = [&](size_t n) { return std::min(max_grid, blocks_for(n, kBlock * kPerThread)); };
    job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
      launch(job, reduce<T, kBlock>, {grid(n), kBlock}, input, block_sums, n);
    });
  });
}

}  // namespace

STAGE("reduce/v7.1", "grid sized to the device", run<float>, run<int32_t>).after("v7").same_bits(kEveryRun);
