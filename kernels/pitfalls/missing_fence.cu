// pitfalls/missing_fence · right almost every time
// This is `reduce/v9` without its first fence: nothing orders a block's sum before its ticket.
// Tempting: the atomic comes after the store, so a block that sees the ticket seems to see the sum too. But
// other blocks may see a store later than an atomic that comes after it. A __threadfence() belongs between them.
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 16;  // elements per thread in each tile

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, unsigned* ticket, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  __shared__ bool is_last;
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
  if (tid == 0) {
    block_sums[blockIdx.x] = sum;
    // wrong: no __threadfence() before the ticket
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  sum = T{0};
  // __ldcg reads from the L2, which all blocks share.
  for (unsigned b = tid; b < gridDim.x; b += kBlock) sum += __ldcg(block_sums + b);
  // A second array, so that this call does not rely on the barrier after the first one.
  sum = block_sum<kBlock>(sum, collected);
  if (tid == 0) *output = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned max_grid = resident_grid(job, reduce<T, kBlock>, kBlock);
    const unsigned grid = std::min(max_grid, blocks_for(job.n, kBlock * kPerThread));
    T* block_sums = scratch<T>(job, "block_sums", grid);
    unsigned* ticket = state<unsigned>(job, "ticket", 1);
    launch(job, reduce<T, kBlock>, {grid, kBlock}, job.input, block_sums, ticket, job.output, job.n);
  });
}

}  // namespace

STAGE("pitfalls/missing_fence", "right almost every time", run<float>, run<int32_t>)
    .spoils("reduce/v9")
    .expect("race", "the atomic comes after the store, and it mostly works");
