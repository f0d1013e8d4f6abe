// reduce/v7.2 · sixteen elements per thread
// In `v7.1` a thread has 8 loads of 4 bytes in flight, and adds one sum by shuffles for every 8 elements when
// n is small. Here it has 16 loads in flight. A tile is twice as large, so a small n needs half as many
// blocks, and leaves half as many block sums.
// Watch: at n = 2^20 the first pass has 256 blocks in place of 512: half of the barriers, shuffles and shared
// requests. The sectors loaded stay nearly the same. When n is so large that all places of the GPU are taken,
// only the loads in flight change.
#include "tracks/reduce.h"

namespace {

constexpr int kPerThread = 16;  // elements of a tile per thread

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

STAGE("reduce/v7.2", "sixteen elements per thread", run<float>, run<int32_t>)
    .after("v7.1")
    .same_bits(kEveryRun);
