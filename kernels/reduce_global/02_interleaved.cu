// reduce_global/interleaved · partners half a tile apart
// The upper half of the tile is added to the lower half, as in `reduce/v2`, so every sector is fully used while s >= 8.
// Watch: the requests of `neighbored_less`, but with at most 4 sectors each, so about a quarter of the sectors.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(T* data, T* block_sums, size_t n) {
  const unsigned tid = threadIdx.x;
  const size_t first = size_t{blockIdx.x} * blockDim.x;
  T* tile = data + first;              // the elements of this block,
  const size_t remaining = n - first;  // and the number of elements from here to the end

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s && tid + s < remaining) tile[tid] += tile[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = remaining > 0 ? tile[0] : T{0};
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    T* data = scratch<T>(job, "data", job.n);
    job.context.copy(data, input, n * sizeof(T));
    launch(job, reduce<T>, {grid(n), job.block}, data, block_sums, n);
  });
}

}  // namespace

STAGE("reduce_global/interleaved", "partners half a tile apart", run<float>, run<int32_t>)
    .after("neighbored_less");
