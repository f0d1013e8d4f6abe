// reduce_global/neighbored · neighbours, in place in global memory
// No shared memory is used: every level of the tree reads and writes global memory. Neighbours are added first,
// as in `reduce/v0`. The article (docs/sources.md) tests tid where it should test the global index, lets
// threads return before a barrier at which the other threads wait, and destroys its input. Here the tree works
// on a copy. The bounds check is part of the condition that selects the adding threads, so no thread returns
// before the barrier.
// Watch: the loads alone move 8 times the sectors of the input (block 256), because every level moves whole
// 32-byte sectors for fewer and fewer useful words. As in `reduce/v0`, there are integer_divisions and idle
// lanes.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(T* data, T* block_sums, size_t n) {
  const unsigned tid = threadIdx.x;
  const size_t first = size_t{blockIdx.x} * blockDim.x;
  T* tile = data + first;              // the elements of this block,
  const size_t remaining = n - first;  // and the number of elements from here to the end

  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0 && tid + s < remaining) tile[tid] += tile[tid + s];
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

STAGE("reduce_global/neighbored", "neighbours, in place in global memory", run<float>, run<int32_t>);
