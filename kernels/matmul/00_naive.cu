// matmul/naive · a thread per result, neighbouring lanes in neighbouring rows
// This is the definition: a thread multiplies a row of A by a column of B, element by element, and adds the k products.
// Watch: the lanes of a warp access 32 rows of A and C, so each of these requests needs 32 sectors.
#include "tracks/matmul.h"

namespace {

__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t row = tile_down() * kWarpSize + threadIdx.x % kWarpSize;
  const size_t column = size_t{blockIdx.x} * (blockDim.x / kWarpSize) + threadIdx.x / kWarpSize;
  if (row >= m || column >= n) return;
  float sum = 0.0f;
  for (size_t i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

void run(const MatmulJob<float>& job) {
  const dim3 grid = job.tiles(kWarpSize, job.block / kWarpSize);
  launch(job, multiply, {grid, job.block}, job.a, job.b, job.c, job.m, job.n, job.k);
}

}  // namespace

STAGE("matmul/naive", "a thread per result", run);
