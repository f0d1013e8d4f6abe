// reduce_global/neighbored_less · neighbours, busy threads side by side
// neighbored divides to find its busy lanes, and scatters them over all warps. Here thread t adds the t-th
// pair, as in reduce/v1. That caused bank conflicts in shared memory; in global memory a request now spreads
// over more and more sectors. (The article's test, idx > n, lets thread n through.)
// Watch: integer_divisions 0, far fewer requests with more active lanes; but exactly neighbored's sectors.
#include "stage/reduce.h"

namespace {

template <typename T>
__global__ void reduce(T* data, T* block_sums, size_t n) {
  const unsigned tid = threadIdx.x;
  const size_t first = size_t{blockIdx.x} * blockDim.x;
  T* tile = data + first;         // this block's elements,
  const size_t left = n - first;  // and how many there are from here on

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned index = 2 * s * tid;
    if (index < blockDim.x && index + s < left) tile[index] += tile[index + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = left > 0 ? tile[0] : T{0};
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
