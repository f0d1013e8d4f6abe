// reduce/v1 · strided index
// In `v0` every thread divides at every level, and the few busy lanes are spread over all warps. Here thread
// t adds the t-th pair: there is no division, and the busy threads fill whole warps. But neighbouring lanes
// now touch words 2s apart. Shared memory has 32 banks, and word w lies in bank w % 32. A request makes one
// pass over the banks, a wavefront, and each bank serves one word in it. When lanes want different words of
// the same bank, the request needs more wavefronts: a bank conflict. (`v0` had none.)
// Watch: integer_divisions fall to 0, and shared requests from 150 to 45 per block of 256. But wavefronts
// stay at 150, because a request now takes 2, 4, then 8 of them (up to 32 with a block of 1024).
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned index = 2 * s * tid;
    if (index < blockDim.x) partial[index] += partial[index + s];
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

STAGE("reduce/v1", "strided index", run<float>, run<int32_t>).after("v0");
