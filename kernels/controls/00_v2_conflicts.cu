// controls/v2_conflicts · what do bank conflicts cost?
// `reduce/v1` has bank conflicts and `reduce/v2` has none, but `v1` also executes more instructions. This
// is `v2` with one change: consecutive values are four words apart, so the lanes of a request fall into
// eight banks. This control executes a few more instructions than `v2` and needs fewer wavefronts than
// `v1`; docs/controls.md lists the counts. Compare with: reduce/v2.
#include "tracks/reduce.h"

namespace {

constexpr unsigned kApart = 4;  // words from one value to the next

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kApart * kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[kApart * tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[kApart * tid] += partial[kApart * (tid + s)];
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

STAGE("controls/v2_conflicts", "what do bank conflicts cost?", run<float>, run<int32_t>);
