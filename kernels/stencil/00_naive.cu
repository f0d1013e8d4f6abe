// stencil/naive · every thread reads five cells
// Each cell becomes the average of itself and its four neighbours, so every cell is read five times, by five threads.
// Watch: 5 load requests and 22 sectors for every 32 cells, which would fit into 4. (Caches serve most of the 22.)
#include "tracks/stencil.h"

namespace {

constexpr unsigned kColumns = 32;  // per block

// Returns 0 outside the grid. Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

__global__ void average(const float* input, float* output, size_t n, size_t width) {
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x;
  const size_t row = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t i = row * width + column;
  if (column < width && i < n) {
    const float self = input[i];
    const float north = cell(input, row - 1, column, n, width);
    const float south = cell(input, row + 1, column, n, width);
    const float west = cell(input, row, column - 1, n, width);
    const float east = cell(input, row, column + 1, n, width);
    output[i] = (self + north + south + west + east) / 5.0f;
  }
}

// x counts the blocks horizontally; y and z together count them vertically, because y is limited to 65535.
dim3 grid_for(size_t n, size_t width, unsigned rows) {
  const unsigned down = blocks_for(n, width * rows);
  const unsigned z = blocks_for(down, 65535);
  return {blocks_for(width, kColumns), blocks_for(down, z), z};
}

void run(const StencilJob<float>& job) {
  const unsigned rows = job.block / kColumns;
  const dim3 grid = grid_for(job.n, job.width, rows);
  launch(job, average, {grid, {kColumns, rows}}, job.input, job.output, job.n, job.width);
}

}  // namespace

STAGE("stencil/naive", "every thread reads five cells", run);
