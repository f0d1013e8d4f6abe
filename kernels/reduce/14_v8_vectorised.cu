// reduce/v8 · vectorised grid-stride loads
// A lane loads 16 consecutive bytes with one instruction: Vec<T> (stage/vectors.h) holds four elements. If n is
// not a multiple of four, block 0 adds the last elements one by one (the article in docs/sources.md drops them).
// Watch: a quarter of the global load requests, with 16 sectors each instead of 4.
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
  for (size_t i = blockIdx.x * kTile + tid * kSize; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kVectors; ++k) {
      const size_t at = i + k * kBlock * kSize;
      sum += vec_sum(at + kSize <= n ? load_vec(input + at) : Vec<T>{});
    }
  }
  if (blockIdx.x == 0 && tid < n % kSize) sum += input[n - 1 - tid];  // the last one, two or three elements

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

STAGE("reduce/v8", "vectorised grid-stride loads", run<float>, run<int32_t>)
    .after("v7.3")
    .same_bits(kEveryRun);
