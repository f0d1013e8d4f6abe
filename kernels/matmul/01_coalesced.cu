// matmul/coalesced · neighbouring lanes in neighbouring columns
// Rows and columns are exchanged: the lanes of a warp now share a row of A, and access adjacent elements of B
// and C.
// Watch: a request to A needs one sector, and a request to B or C needs four; the number of requests is the same.
#include "tracks/matmul.h"

namespace {

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t row = tile_down() * (blockDim.x / kWarpSize) + threadIdx.x / kWarpSize;
  const size_t column = size_t{blockIdx.x} * kWarpSize + threadIdx.x % kWarpSize;
  if (row >= m || column >= n) return;
  float sum = 0.0f;
  for (size_t i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

void run(const MatmulJob<float>& job) {
  const dim3 grid = job.tiles(job.block / kWarpSize, kWarpSize);
  launch(job, multiply, {grid, job.block}, job.a, job.b, job.c, job.m, job.n, job.k);
}

}  // namespace

STAGE("matmul/coalesced", "lanes across a row", run).after("naive");
