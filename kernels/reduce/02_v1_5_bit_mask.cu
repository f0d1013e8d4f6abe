// reduce/v1.5 · bit mask for the modulo
// `v1` has fewer shared requests than `v0`, but loses this gain to bank conflicts. So this stage returns to
// the layout of `v0`, where thread tid adds at partial[tid], and only makes the test cheaper. 2s is a power
// of two, so tid is a multiple of 2s exactly when its low bits, tid & (2s - 1), are all 0.
// Watch: all memory counters are those of `v0`, but integer_divisions are 0. For large n it is
// much faster than `v0`, and only the division differs. It is also faster than `v1`. Both have 150 wavefronts
// per block of 256, so the counters do not show why.
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
    if ((tid & (2 * s - 1)) == 0) partial[tid] += partial[tid + s];
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

STAGE("reduce/v1.5", "bit mask for the modulo", run<float>, run<int32_t>).after("v1");
