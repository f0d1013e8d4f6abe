// One kernel for `controls/v1_levels` and `controls/v2_levels`: which elements a level adds is an argument.
#include "tracks/reduce.h"

namespace {

struct Level {  // thread t < threads adds element t * step + distance to element t * step
  unsigned step, distance, threads;
};
struct Levels {
  Level level[10];  // 1024 = 2^10
};

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n, Levels levels, unsigned count) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned l = 0; l < count; ++l) {
    const Level level = levels.level[l];
    const unsigned index = level.step * tid;
    if (tid < level.threads) partial[index] += partial[index + level.distance];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job, Level (*level)(unsigned block, unsigned l)) {
  Levels levels{};
  unsigned count = 0;
  for (unsigned threads = job.block / 2; threads > 0; threads /= 2, ++count)
    levels.level[count] = level(job.block, count);
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n, levels, count);
  });
}

}  // namespace
