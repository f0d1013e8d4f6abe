// reduce_global/neighbored_less · neighbours, busy threads side by side
// Thread t adds the t-th pair, as in `reduce/v1`, so no division is needed. (The article in docs/sources.md
// tests idx > n, which lets thread n through.)
// Watch: about a quarter of the load requests, with nearly 4 times the active lanes, but as many sectors as before.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(T* data, T* block_sums, size_t n) {
  const unsigned tid = threadIdx.x;
  const size_t first = size_t{blockIdx.x} * blockDim.x;
  T* tile = data + first;              // the elements of this block,
  const size_t remaining = n - first;  // and the number of elements from here to the end

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned index = 2 * s * tid;
    if (index < blockDim.x && index + s < remaining) tile[index] += tile[index + s];
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

STAGE("reduce_global/neighbored_less", "neighbours, busy threads side by side", run<float>, run<int32_t>)
    .after("neighbored");
