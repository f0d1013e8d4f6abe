// reduce/v8.2 · full tiles need no guard
// The loop handles the full tiles without comparing indices with n; the rest, at most one tile, follows with guards.
// Watch: the counters are those of `v8`. Only comparisons between the loads are removed.
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 16;  // elements per thread in each tile

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  constexpr unsigned kSize = Vec<T>::kSize;     // elements per vector
  constexpr int kVectors = kPerThread / kSize;  // vectors per thread
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  size_t i = blockIdx.x * kTile + tid * kSize;
  for (; i < n / kTile * kTile; i += gridDim.x * kTile) {  // the full tiles
    Vec<T> v[kVectors];
    for (int k = 0; k < kVectors; ++k) v[k] = load_vec(input + i + k * kBlock * kSize);
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(v[k]);
  }
  if (i < n)  // the rest
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(load_vec(input, i + k * kBlock * kSize, n));

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

STAGE("reduce/v8.2", "full tiles need no guard", run<float>, run<int32_t>).after("v8").same_bits(kEveryRun);
