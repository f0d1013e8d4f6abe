// reduce/v0 · modulo
// A block copies blockDim.x elements to shared memory and adds them as a tree: first neighbours, then sums of
// two, of four, and so on, with a barrier after each level. It writes one sum to block_sums. Further passes add
// these sums in the same way until one value is left. At level s, the threads whose index is a multiple of 2s
// add. To test its index, every thread divides at every level, and the few busy lanes are spread over all warps.
// docs/sources.md names the slides and the article that this ladder follows. `./ladder explain reduce/v0`
// shows the counters.
// Watch: integer_divisions (8 per thread, block 256). A request is one load or store by a warp. Without bank
// conflicts, a request takes as long with one active lane as with 32. Here 16 lanes add, then 8, 4, 2 and 1.
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
    if (tid % (2 * s) == 0) partial[tid] += partial[tid + s];
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

STAGE("reduce/v0", "modulo", run<float>, run<int32_t>);
