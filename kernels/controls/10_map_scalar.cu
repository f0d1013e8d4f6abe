// controls/map_scalar · wide requests, or more elements per thread?
// `map/vectorised` gives each thread four elements, which it moves in one request. Here a thread also has four
// elements, but they are a block's width apart, and it moves each one in a separate request, as in `map/naive`.
// Compare with: map/naive and map/vectorised.
#include "tracks/map.h"

namespace {

__global__ void square_root(const float* input, float* output, size_t n) {
  const size_t first = 4 * size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  float x[4];
  for (unsigned k = 0; k < 4; ++k) x[k] = first + k * blockDim.x < n ? input[first + k * blockDim.x] : 0.0f;
  for (unsigned k = 0; k < 4; ++k)
    if (first + k * blockDim.x < n) output[first + k * blockDim.x] = sqrtf(x[k]);
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {blocks_for(job.n, 4 * job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("controls/map_scalar", "wide requests, or more elements per thread?", run);
