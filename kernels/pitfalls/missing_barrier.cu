// pitfalls/missing_barrier · one barrier before the loop
// This is `reduce/v2` without the barrier in the loop.
// Tempting: there is one barrier before the loop, and with small blocks the answer is often right. But step s
// reads what another warp writes in step 2s, and nothing makes one warp wait for the other.
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
    if (tid < s) partial[tid] += partial[tid + s];
    // wrong: the next step reads words that other threads write in this step
  }
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

STAGE("pitfalls/missing_barrier", "one barrier before the loop", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("race", "with one warp it mostly works, and the barrier costs time");
