// pitfalls/full_mask · a shuffle under `if`, with the full mask
// Tempting: 0xffffffff is what every example passes.
// It promises that all 32 lanes make this call; those outside the branch do not, and what is read from them
// is undefined.
#include "stage/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s >= kWarpSize / 2; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid < kWarpSize / 2) {
    T sum = partial[tid];
    for (unsigned s = kWarpSize / 4; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, s);  // wrong: lanes 16 to 31 are not here
    if (tid == 0) block_sums[blockIdx.x] = sum;
  }
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("pitfalls/full_mask", "a shuffle whose mask names lanes that are not there", run<float>, run<int32_t>)
    .expect("inactive_lane", "0xffffffff is what every example passes");
