// pitfalls/uninitialised_shared · right for full blocks
// Threads without an element do not write their word of shared memory.
// Tempting: shared memory often holds zeros on a first run, and full blocks hide the mistake.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  if (i < n) partial[tid] = input[i];  // wrong: the other words are never written
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
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

STAGE("pitfalls/uninitialised_shared", "right for full blocks", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("uninitialised", "shared memory often starts as zeros, and full blocks hide the mistake");
