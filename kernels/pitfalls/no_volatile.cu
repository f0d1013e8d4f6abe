// pitfalls/no_volatile · the last warp goes on alone
// The last warp adds without barriers and without volatile (as in a published WebGPU ladder).
// Tempting: the lanes of a warp used to run in lockstep, so a barrier seemed unnecessary, and the
// driver was blamed for the wrong answer. But without volatile the compiler may keep partial[tid] in
// a register throughout.
#include "tracks/reduce.h"

namespace {

template <typename T>
__device__ T warp_reduce(T* partial, unsigned tid) {
  partial[tid] = partial[tid] + partial[tid + 32];  // wrong: no __syncwarp() between any two of these lines
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

STAGE("pitfalls/no_volatile", "the last warp goes on alone", run<float>, run<int32_t>)
    .min_block(64)
    .spoils("reduce/v4")
    .expect("race", "before 2017 a warp moved in lockstep, and old code still relies on that");
