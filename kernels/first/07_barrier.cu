// first/barrier · which threads wait for which
// A block processes the array tile by tile and uses the same shared memory for each tile. Thread 0 must not read
// until all threads have written. No thread may write the next tile while thread 0 is still reading the current one.
// Watch: two barriers per tile, and no race.
#include "tracks/reduce.h"

namespace {

constexpr unsigned kBlocks = 8;

__device__ int sum_of(const int* values) {
  int total = 0;
  for (unsigned t = 0; t < blockDim.x; ++t) total += values[t];
  return total;
}

__global__ void add_up(const int* input, int* sum, size_t n) {
  __shared__ int values[kMaxBlock];
  const unsigned tid = threadIdx.x;
  int total = 0;
  for (size_t tile = blockIdx.x; tile * blockDim.x < n; tile += gridDim.x) {
    const size_t i = tile * blockDim.x + tid;
    // Your part: make threads wait for each other where necessary, and only there.
    // Was: values[tid] = i < n ? input[i] : 0;
    // Was: if (tid == 0) total += sum_of(values);
    values[tid] = i < n ? input[i] : 0;
    __syncthreads();
    if (tid == 0) total += sum_of(values);
    __syncthreads();
    // End of your part.
  }
  if (tid == 0) atomicAdd(sum, total);
}

void run(const ReduceJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, add_up, {kBlocks, job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/barrier", "which threads wait for which", run).after("shared");
