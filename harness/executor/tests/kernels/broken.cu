// Deliberately does not compile; test_broken.cpp defines the expected result.
#include "tracks/map.h"

namespace {

__global__ void copy(const float* input, float* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] = input[nowhere];
}

void run(const MapJob<float>& job) {
  launch(job, copy, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("test/broken", "an index that is not declared", run);
