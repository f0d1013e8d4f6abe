// controls/v8_scalar · fewer requests, or fewer instructions?
// `reduce/v8` issues a quarter as many load requests as `reduce/v7.3`, and about half as many instructions, because a
// vector needs only one guard for four elements. Here the sixteen loads stay scalar, but full tiles have no guards.
// Compare with: reduce/v7.3 and reduce/v8.
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
  size_t i = blockIdx.x * kTile + tid;
  for (; i < n / kTile * kTile; i += gridDim.x * kTile) {  // the full tiles
    for (int k = 0; k < kPerThread; ++k) sum += input[i + k * kBlock];
  }
  if (i < n)  // the rest
    for (int k = 0; k < kPerThread; ++k) sum += i + k * kBlock < n ? input[i + k * kBlock] : T{0};

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

STAGE("controls/v8_scalar", "fewer requests, or fewer instructions?", run<float>, run<int32_t>)
    .same_bits(kEveryRun);
