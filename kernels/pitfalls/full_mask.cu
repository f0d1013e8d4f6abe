// pitfalls/full_mask · half a warp adds
// This is `reduce/v4.2`, but only 16 lanes take part in the shuffles.
// Tempting: every example passes 0xffffffff, and the 32 remaining values need only 16 lanes. But the mask
// promises that all 32 lanes make this call. Lanes 16 to 31 do not, and the result is undefined.
#include "tracks/reduce.h"

namespace {

// The sum of partial[0] to partial[31], in lane 0.
template <typename T>
__device__ T warp_reduce(T* partial, unsigned tid) {
  T sum = partial[tid] + partial[tid + kWarpSize / 2];
  for (unsigned s = kWarpSize / 4; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, s);  // wrong: lanes 16 to 31 are not here
  return sum;
}

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x * 2 + tid;
  T sum = i < n ? input[i] : T{0};
  if (i + blockDim.x < n) sum += input[i + blockDim.x];
  partial[tid] = sum;
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s >= kWarpSize; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid < kWarpSize / 2) sum = warp_reduce(partial, tid);
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, 2 * job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("pitfalls/full_mask", "half a warp adds", run<float>, run<int32_t>)
    .min_block(64)
    .spoils("reduce/v4.2")
    .expect("inactive_lane", "0xffffffff is what every example passes");
