// reduce/v2 · sequential addressing
// The upper half of the values is added to the lower half, so warps are full, and consecutive lanes access
// consecutive words, each in its own bank. (The order of the additions changes, so floats round differently.)
// Watch: 45 shared requests per block of 256, as in `v1`, but only 45 wavefronts, the minimum of one per request.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
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

STAGE("reduce/v2", "sequential addressing", run<float>, run<int32_t>).after("v1.5");
