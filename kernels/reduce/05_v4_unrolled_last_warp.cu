// reduce/v4 · unrolled last warp (volatile)
// From s = 32 on, only one warp adds, without barriers or guards. The code relies on lockstep, which is not
// guaranteed from compute capability 7.0 on. Its data race (declared below) is still taught; `v4.1` and `v4.2` fix it.
// Watch: 3 barriers per warp instead of 9 (block 256), 45 shared requests as before, and the hazards.
#include "tracks/reduce.h"

namespace {

// Returns the sum of partial[0] to partial[63] in lane 0. The block must have at least 64 threads.
template <typename T>
__device__ T warp_reduce(volatile T* partial, unsigned tid) {
  partial[tid] = partial[tid] + partial[tid + 32];
  partial[tid] = partial[tid] + partial[tid + 16];
  partial[tid] = partial[tid] + partial[tid + 8];
  partial[tid] = partial[tid] + partial[tid + 4];
  partial[tid] = partial[tid] + partial[tid + 2];
  partial[tid] = partial[tid] + partial[tid + 1];
  return partial[tid];
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

  for (unsigned s = blockDim.x / 2; s > kWarpSize; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid < kWarpSize) sum = warp_reduce(partial, tid);
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

STAGE("reduce/v4", "unrolled last warp (volatile)", run<float>, run<int32_t>)
    .after("v3")
    .min_block(64)
    .racy("since compute capability 7.0 the lanes of a warp need not move in lockstep");
