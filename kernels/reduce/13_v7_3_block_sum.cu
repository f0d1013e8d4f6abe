// reduce/v7.3 · a shorter second round
// block_sum (stage/vectors.h) takes the number of warps into account: 3 shuffles add the sums of 8 warps. For 32-bit
// integers, one instruction adds the values of a warp (from compute capability 8.0 on). Later stages use block_sum too.
// Watch: 43 shuffles per block of 256, not 45. Integers (--dtype i32) need 11: 8 such instructions and 3 more.
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 16;  // elements per thread in each tile

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) sum += i + k * kBlock < n ? input[i + k * kBlock] : T{0};
  }

  sum = block_sum<kBlock>(sum, partial);
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

STAGE("reduce/v7.3", "a shorter second round", run<float>, run<int32_t>).after("v7.2").same_bits(kEveryRun);
