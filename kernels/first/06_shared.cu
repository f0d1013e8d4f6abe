// first/shared · a block shares its values
// All threads in a block can read and write the block's shared memory. Here each thread stores its element
// there. Thread 0 then adds up the elements and performs one atomic for the whole block.
// Watch: atomics, one per block instead of one per warp. Shared requests appear for the first time.
#include "tracks/reduce.h"

namespace {

__global__ void add_up(const int* input, int* sum, size_t n) {
  __shared__ int values[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  // Your part: store this thread's element in `values`, or 0 if there is none.
  values[tid] = i < n ? input[i] : 0;
  // End of your part.
  __syncthreads();  // each thread waits here until all threads in its block have arrived

  if (tid == 0) {
    int total = 0;
    // Your part: the sum of all values of the block.
    for (unsigned t = 0; t < blockDim.x; ++t) total += values[t];
    // End of your part.
    atomicAdd(sum, total);
  }
}

void run(const ReduceJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, add_up, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/shared", "a block shares its values", run).after("atomic");
