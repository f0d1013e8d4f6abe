// One kernel for `controls/v1_levels` and `controls/v2_levels`: its arguments determine which elements a level adds.
#include "tracks/reduce.h"

namespace {

// In each level, a busy thread t adds element t * step + distance to element t * step. In the next level, half as many
// threads are busy.
struct Levels {
  unsigned step, distance;
  unsigned step_up, distance_up, distance_down;  // the shifts after each level, in bits
};

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n, Levels levels) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned threads = blockDim.x / 2; threads > 0; threads /= 2) {
    const unsigned index = levels.step * tid;
    if (tid < threads) partial[index] += partial[index + levels.distance];
    levels.step <<= levels.step_up;
    levels.distance = levels.distance << levels.distance_up >> levels.distance_down;
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job, const Levels& levels) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n, levels);
  });
}

}  // namespace
