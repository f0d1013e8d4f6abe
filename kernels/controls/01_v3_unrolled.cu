// controls/v3_unrolled · the loop of the last levels, or their barriers?
// From the last six levels of `reduce/v3`, `reduce/v4` removes the loop, the barriers and the other warps,
// all at once. Here only the loop is removed: each level keeps its guard and its barrier. The effect of the
// barriers is not separated from that of the other warps. Compare with: reduce/v3 and reduce/v4.
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

  for (unsigned s = blockDim.x / 2; s > kWarpSize; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  for (unsigned s = kWarpSize; s > 0; s /= 2) {
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

STAGE("controls/v3_unrolled", "the loop of the last levels, or their barriers?", run<float>, run<int32_t>)
    .min_block(64);
