// pitfalls/early_return · the usual guard comes first
// Threads without an element leave the kernel before the others reach the barrier (as
// in a published reduction).
// Tempting: every element-wise kernel begins with `if (i >= n) return;`. But a barrier waits for all
// threads in the block, and the behaviour is undefined if some of them have left.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  if (tid == 0) block_sums[blockIdx.x] = T{0};
  partial[tid] = T{0};
  if (i >= n) return;  // wrong: the others wait for this thread below
  partial[tid] = input[i];
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

STAGE("pitfalls/early_return", "the usual guard comes first", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("early_exit", "it is how every element-wise kernel begins");
