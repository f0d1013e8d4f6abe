// controls/column_restrict · may the compiler load before it stores?
// `stencil/column` stores a cell before it loads the cells west and east of the next one. nvcc must keep this
// order, because the store might change those cells. __restrict__ promises that output overlaps no other array,
// so nvcc may load first, as `controls/stencil_early_loads` does by hand. Otherwise, the kernel is the same.
// Compare with: stencil/column and controls/stencil_early_loads.
#include "tracks/stencil.h"

namespace {

constexpr unsigned kColumns = 32;  // per block
constexpr unsigned kRows = 8;      // per thread, one below the other

// Returns 0 outside the grid. Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

__global__ void average(const float* __restrict__ input, float* __restrict__ output, size_t n, size_t width) {
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x;
  const size_t warp = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t top = warp * kRows;  // this warp's first row

  float rows[kRows + 2];  // including the row above and the row below
  for (unsigned k = 0; k < kRows + 2; ++k) rows[k] = cell(input, top + k - 1, column, n, width);
  for (unsigned k = 0; k < kRows; ++k) {
    const float self = rows[k + 1], north = rows[k], south = rows[k + 2];
    const float west = cell(input, top + k, column - 1, n, width);
    const float east = cell(input, top + k, column + 1, n, width);
    const size_t i = (top + k) * width + column;
    if (column < width && i < n) output[i] = (self + north + south + west + east) / 5.0f;
  }
}

// x counts the blocks horizontally; y and z together count them vertically, because y is limited to 65535.
dim3 grid_for(size_t n, size_t width, unsigned rows) {
  const unsigned down = blocks_for(n, width * rows);
  const unsigned z = blocks_for(down, 65535);
  return {blocks_for(width, kColumns), blocks_for(down, z), z};
}

void run(const StencilJob<float>& job) {
  const unsigned warps = job.block / kWarpSize;
  const dim3 grid = grid_for(job.n, job.width, warps * kRows);
  launch(job, average, {grid, {kWarpSize, warps}}, job.input, job.output, job.n, job.width);
}

}  // namespace

STAGE("controls/column_restrict", "may the compiler load before it stores?", run);
