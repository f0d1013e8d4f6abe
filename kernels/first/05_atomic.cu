// first/atomic · many threads, one result
// All threads add to one number. `*sum += x` reads, adds and writes. If another thread writes between the read
// and the write, its addition is lost. atomicAdd performs all three operations in one step.
// Watch: atomics, one instruction per warp. Additions to the same word are performed one after another.
#include "tracks/reduce.h"

namespace {

__global__ void add_up(const int* input, int* sum, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // Your part: make sure that no addition is lost.
  // Was: if (i < n) *sum += input[i];
  if (i < n) atomicAdd(sum, input[i]);
  // End of your part.
}

void run(const ReduceJob<int>& job) {
  job.context.zero(job.output, sizeof(int));
  launch(job, add_up, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/atomic", "many threads, one result", run).after("two_dimensions");
