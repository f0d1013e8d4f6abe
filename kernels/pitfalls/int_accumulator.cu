// pitfalls/int_accumulator · right for whole numbers
// This is `reduce/v4.2` with the running sum in an int (as in a published V100 ladder).
// Tempting: the result is right if all inputs are whole numbers, and the kernel is as fast as the correct one.
// But the fraction of each lane's first sum is discarded: 0.7 + 0.7 gives 1. Test data must have fractions.
#include "tracks/reduce.h"

namespace {

template <typename T>
__device__ T warp_reduce(T* partial, unsigned tid) {
  int sum = partial[tid] + partial[tid + kWarpSize];  // wrong: T is float
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
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

STAGE("pitfalls/int_accumulator", "right for whole numbers", run<float>)
    .min_block(64)
    .spoils("reduce/v4.2")
    .expect("wrong", "with whole numbers as test data it is right");
