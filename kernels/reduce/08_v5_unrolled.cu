// reduce/v5 · completely unrolled
// The block size is a template parameter, so `if constexpr` keeps only the levels needed, and no loop is left.
// Watch: the memory counters are those of `v4.2`. Only instructions between the accesses are removed.
#include "tracks/reduce.h"

namespace {

// Returns the sum of partial[0] to partial[63] in lane 0. The block must have at least 64 threads.
template <typename T>
__device__ T warp_reduce(T* partial, unsigned tid) {
  T sum = partial[tid] + partial[tid + kWarpSize];
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  return sum;
}

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kBlock * 2 + tid;
  T sum = i < n ? input[i] : T{0};
  if (i + kBlock < n) sum += input[i + kBlock];
  partial[tid] = sum;
  __syncthreads();

  if constexpr (kBlock >= 1024) {
    if (tid < 512) partial[tid] += partial[tid + 512];
    __syncthreads();
  }
  if constexpr (kBlock >= 512) {
    if (tid < 256) partial[tid] += partial[tid + 256];
    __syncthreads();
  }
  if constexpr (kBlock >= 256) {
    if (tid < 128) partial[tid] += partial[tid + 128];
    __syncthreads();
  }
  if constexpr (kBlock >= 128) {
    if (tid < 64) partial[tid] += partial[tid + 64];
    __syncthreads();
  }
  if (tid < kWarpSize) sum = warp_reduce(partial, tid);
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const auto grid = [&](size_t n) { return blocks_for(n, 2 * kBlock); };
    job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
      launch(job, reduce<T, kBlock>, {grid(n), kBlock}, input, block_sums, n);
    });
  });
}

}  // namespace

STAGE("reduce/v5", "completely unrolled", run<float>, run<int32_t>).after("v4.2").min_block(64);
