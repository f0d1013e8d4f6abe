// first/stride · a few threads, all elements
// Here the grid always has 8 blocks, whatever the number of elements. So a thread processes one element,
// then the element that is one whole grid further on, and so on. Such a loop is called a grid-stride loop.
// Watch: as many requests and sectors as in `index`, from a grid that does not grow with n.
#include "tracks/map.h"

namespace {

constexpr unsigned kBlocks = 8;

__global__ void square_root(const float* input, float* output, size_t n) {
  const size_t first = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // Your part: the first element of this thread, and all others that it must process.
  // Was: if (first < n) output[first] = sqrtf(input[first]);
  const size_t grid = size_t{gridDim.x} * blockDim.x;
  for (size_t i = first; i < n; i += grid) output[i] = sqrtf(input[i]);
  // End of your part.
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {kBlocks, job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/stride", "a few threads, all elements", run).after("index");
