// first/index · one thread, one element
// Every thread executes the same kernel. So each thread first works out which element is its own and whether
// that element exists, because the last block can have more threads than there are elements left.
// Watch: global load requests, one for every 32 elements, and no out-of-bounds access.
#include "tracks/map.h"

namespace {

__global__ void square_root(const float* input, float* output, size_t n) {
  // Your part: the index of this thread's element; then, if there is such an element, its square root.
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = sqrtf(input[i]);
  // End of your part.
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/index", "one thread, one element", run);
