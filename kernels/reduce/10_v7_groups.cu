// reduce/v7_groups · v7 with cooperative groups
// The warp is an object (a tile of the block's threads) that numbers its lanes; cg::reduce chooses the instructions.
// Watch: the counters of `v7`, but 32-bit integers (--dtype i32) take 9 shuffles, not 45: the hardware adds them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "tracks/reduce.h"

namespace cg = cooperative_groups;

namespace {

constexpr int kPerThread = 8;        // elements per thread in each tile
constexpr unsigned kMaxGrid = 2048;  // blocks

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kBlock / kWarpSize];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kWarpSize>(block);
  const unsigned tid = block.thread_rank();
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) sum += i + k * kBlock < n ? input[i + k * kBlock] : T{0};
  }

  sum = cg::reduce(warp, sum, cg::plus<T>());  // in every lane
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
  block.sync();

  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < kBlock / kWarpSize ? partial[warp.thread_rank()] : T{0};
    sum = cg::reduce(warp, sum, cg::plus<T>());
  }
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const auto grid = [&](size_t n) { return std::min(kMaxGrid, blocks_for(n, kBlock * kPerThread)); };
    job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
      launch(job, reduce<T, kBlock>, {grid(n), kBlock}, input, block_sums, n);
    });
  });
}

}  // namespace

STAGE("reduce/v7_groups", "v7 with cooperative groups", run<float>, run<int32_t>).after("v7");
