// map/naive · one element per thread
// Output i depends on input i alone, so each element has its own thread; adjacent threads access adjacent elements.
// Watch: 4 sectors per request, and every lane is active. No shared memory, no barrier.
#include "tracks/map.h"

namespace {

__global__ void square_root(const float* input, float* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = sqrtf(input[i]);
}

void run(const MapJob<float>& job) {
  launch(job, square_root, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("map/naive", "one element per thread", run);
