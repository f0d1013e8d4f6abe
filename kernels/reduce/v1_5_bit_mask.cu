// reduce/v1.5 · bit mask for the modulo
// v1 fills its warps, but loses to bank conflicts what it saved in requests. So back to v0's layout, where
// thread tid adds at partial[tid], and only the question gets cheaper: 2s is a power of two, so tid is a
// multiple of it exactly when its low bits, tid & (2s - 1), are all 0.
// Watch: the counters are v0's again, but for integer_divisions, which stay 0. It is faster than both: the
// division was v0's first cost, and idle lanes hurt less than v1's conflicts.
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
