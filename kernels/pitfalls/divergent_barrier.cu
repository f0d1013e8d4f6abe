// pitfalls/divergent_barrier · it may never end
// Only some threads take the branch, so only some arrive at the barrier in it.
// Tempting: only the threads that add seem to need a barrier. But __syncthreads() waits for every thread in the
// block, and the threads outside the branch arrive at another barrier.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) {
      partial[tid] += partial[tid + s];
      __syncthreads();  // wrong: the threads with tid >= s never get here
    }
  }
  __syncthreads();
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("pitfalls/divergent_barrier", "it may never end", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("barrier_divergence", "only the threads that add seem to need it");
