// pitfalls/divergent_barrier · a barrier inside the branch that only some threads take
// Tempting: only the threads that add need to wait for each other.
// But __syncthreads() waits for every thread of the block; those outside the branch meet another barrier.
#include "stage/reduce.h"

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
      __syncthreads();  // wrong: the threads with tid >= s never come here
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

STAGE("pitfalls/divergent_barrier", "a barrier in a branch", run<float>, run<int32_t>)
    .expect("barrier_divergence", "only the threads that add seem to need it");
