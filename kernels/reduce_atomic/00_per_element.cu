// reduce_atomic/per_element · one atomic per element
// The shortest reduction: every thread adds its element to a single result, and the hardware makes sure that no
// addition is lost. All additions go to the same word, so they are performed one after another, in no fixed
// order. A float sum consists of n additions to a growing value, so its error grows with n, and its last digits
// can differ from run to run.
// Watch: atomics, n / 32: one instruction per warp, with 32 additions to one word. No shared memory, no
// barrier, one launch (and a fill, because the result starts at 0). For integers, nvcc adds up the values of
// each warp first, so on a GPU the word receives 1/32 of the additions. For floats, nvcc does not do this.
#include "tracks/reduce.h"

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

STAGE("reduce_atomic/per_element", "one atomic per element", run<float>, run<int32_t>)
    .serial()
    .same_bits(kNever);
