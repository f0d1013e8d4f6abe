// first/coalesced · neighbours take neighbours
// Each thread processes eight elements. If a thread's elements are adjacent, the lanes of a request access
// elements that are eight apart, and each lane needs a separate sector. Here a thread's elements are a
// block's width apart, and consecutive threads process consecutive elements, so eight lanes share a sector.
// Watch: sectors per request fall from 32 to 4.
#include "tracks/map.h"

namespace {

constexpr unsigned kEach = 8;  // elements per thread

__global__ void square_root(const float* input, float* output, size_t n) {
  const size_t first_of_block = size_t{blockIdx.x} * blockDim.x * kEach;
  for (unsigned k = 0; k < kEach; ++k) {
    // Your part: the index of element k of this thread.
    // Was: const size_t i = first_of_block + kEach * threadIdx.x + k;
    const size_t i = first_of_block + k * blockDim.x + threadIdx.x;
    // End of your part.
    if (i < n) output[i] = sqrtf(input[i]);
  }
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {blocks_for(job.n, kEach * job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("first/coalesced", "neighbours take neighbours", run).after("stride");
