// reduce/v3 · first add on load
// Every thread loads two elements and adds them on the way into shared memory, so half as many blocks are needed.
// Watch: shared requests and barriers halve, and warp instructions nearly halve. The number of sectors hardly changes.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x * 2 + tid;
  T sum = i < n ? input[i] : T{0};
  if (i + blockDim.x < n) sum += input[i + blockDim.x];
  partial[tid] = sum;
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, 2 * job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("reduce/v3", "first add on load", run<float>, run<int32_t>).after("v2");
