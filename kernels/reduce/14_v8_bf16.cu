// reduce/v8_bf16 · bfloat16 elements, summed in floats
// A bfloat16 is the upper half of a float. It has two bytes and the same range, but only 8 significant bits. A
// lane loads eight of them with one instruction. Converting one to a float is exact. The sum stays a float,
// because 256 + 1 rounded to 8 bits would be 256 again. `v8.2` continues from `v8`.
// Watch: half the global load requests and half the sectors, because the elements are half as large.
#include <cuda_bf16.h>
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 32;  // elements per thread in each tile

// T is __nv_bfloat16 in the first pass, and float in the second, which adds the block sums.
template <typename T, int kBlock>
__global__ void reduce(const T* input, float* block_sums, size_t n) {
  __shared__ float partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  constexpr unsigned kSize = Vec<T>::kSize;     // elements per vector
  constexpr int kVectors = kPerThread / kSize;  // vectors per thread
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  float sum = 0;
  for (size_t i = blockIdx.x * kTile + tid * kSize; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kVectors; ++k) {
      const size_t at = i + k * kBlock * kSize;
      const Vec<T> v = at + kSize <= n ? load_vec(input + at) : Vec<T>{};
      for (const T x : v.item) sum += static_cast<float>(x);
    }
  }
  if (blockIdx.x == 0 && tid < n % kSize) sum += static_cast<float>(input[n - 1 - tid]);  // the rest

  sum = block_sum<kBlock>(sum, partial);
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T, float>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned max_grid = resident_grid(job, reduce<T, kBlock>, kBlock);
    const unsigned grid = std::min(max_grid, blocks_for(job.n, kBlock * kPerThread));
    float* block_sums = grid > 1 ? scratch<float>(job, "block_sums", grid) : job.output;
    launch(job, reduce<T, kBlock>, {grid, kBlock}, job.input, block_sums, job.n);
    if (grid > 1) launch(job, reduce<float, kBlock>, {1, kBlock}, block_sums, job.output, grid);
  });
}

}  // namespace

STAGE("reduce/v8_bf16", "bfloat16 elements, summed in floats", run<__nv_bfloat16>)
    .after("v8")
    .same_bits(kEveryRun);
