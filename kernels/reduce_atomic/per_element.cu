// reduce_atomic/per_element · one atomic per element
// The shortest reduction: every thread adds its element to the one result, and the hardware sees to it that
// no addition is lost. All want the same word, so they are served one after the other, in no fixed order. A
// float sum then adds n times to a growing value: its error grows with n, and its last digits may differ from
// run to run.
// Watch: atomics, one per element; no shared memory, no barrier, one launch (and a fill: the result starts at
// 0). For integers (not floats) nvcc adds up each warp by itself first: a GPU then sees 32 times fewer.
#include "stage/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(output, input[i]);
}

template <typename T>
void run(const ReduceJob<T>& job) {
  job.context.zero(job.output, sizeof(T));
  launch(job, reduce<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("reduce_atomic/per_element", "one atomic per element", run<float>, run<int32_t>).serial();
