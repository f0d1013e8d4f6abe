// reduce/v1.5 · bit mask for the modulo
// This is `v0` with a cheaper test: 2s is a power of two, so tid is a multiple of 2s if tid & (2s - 1) is 0.
// Watch: the same memory counters as in `v0`, but no divisions, so the difference in time is the cost of the modulo.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if ((tid & (2 * s - 1)) == 0) partial[tid] += partial[tid + s];
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

STAGE("reduce/v1.5", "bit mask for the modulo", run<float>, run<int32_t>).after("v1");
