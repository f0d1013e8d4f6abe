// reduce/v9.1 · acquire and release in place of fences
// The two fences of `v9` are sequentially consistent, which is more than `v9` needs. Here the ticket itself orders the
// sums, with one cuda::atomic_ref operation: it releases the sum of this block and acquires the sums of the others.
// Watch: no counter changes, except for one additional store: the last block resets the ticket.
#include <cuda/atomic>

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
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(*ticket);
    // Release: the sum is visible before the ticket. Acquire: with the last ticket, all sums are visible.
    is_last = done.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    if (is_last) done.store(0, cuda::memory_order_relaxed);  // for the next run
  }
  __syncthreads();  // extends the acquire of thread 0 to the other threads
  if (!is_last) return;
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

STAGE("reduce/v9.1", "acquire and release in place of fences", run<float>, run<int32_t>)
    .after("v9")
    .same_bits(kEveryRun);
