// reduce/v0 · modulo
// Each block copies blockDim.x elements to shared memory and adds them as a tree: neighbours first, with a
// barrier after every level. Its sum goes to block_sums, which the next pass adds the same way, until one
// value is left. At level s the threads whose index is a multiple of 2s add. To find them, every thread
// divides by a run-time value at every level; and the few busy lanes are scattered over all warps.
// Watch: integer_divisions (8 per thread with a block of 256), and the active lanes of a shared request, 16,
// 8, 4, 2, 1: one busy lane costs as much as 32. No bank conflicts; on an H200 no divergent branch either.
#include "stage/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) partial[tid] += partial[tid + s];
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

STAGE("reduce/v0", "modulo", run<float>, run<int32_t>);
