// stencil/tiled · shared tile with a halo
// A block reads its cells once into shared memory, with a halo (a border one cell wide around them).
// Watch: load sectors for every 32 cells fall from 22 to 7 (block 256), and requests only from 5 to 3.25. Shared
// requests and a barrier are new, and caches had served most of the saved sectors, so this stage is slower.
#include "tracks/stencil.h"

namespace {

constexpr unsigned kColumns = 32;  // per block

// Returns 0 outside the grid. Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

template <int kRows>
__global__ void average(const float* input, float* output, size_t n, size_t width) {
  __shared__ float tile[kRows + 2][kColumns + 2];
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x;
  const size_t row = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * kRows + threadIdx.y;
  const size_t i = row * width + column;
  const unsigned x = threadIdx.x + 1, y = threadIdx.y + 1;  // in the tile, past the halo
  tile[y][x] = cell(input, row, column, n, width);
  if (y == 1) tile[0][x] = cell(input, row - 1, column, n, width);
  if (y == kRows) tile[kRows + 1][x] = cell(input, row + 1, column, n, width);
  if (x == 1) tile[y][0] = cell(input, row, column - 1, n, width);
  if (x == kColumns) tile[y][kColumns + 1] = cell(input, row, column + 1, n, width);
  __syncthreads();

  if (column < width && i < n) {
    const float self = tile[y][x];
    const float north = tile[y - 1][x];
    const float south = tile[y + 1][x];
    const float west = tile[y][x - 1];
    const float east = tile[y][x + 1];
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
  with_block_size(job.block, [&](auto block) {
    launch(job, average<block / kColumns>, {grid, {kColumns, rows}}, job.input, job.output, job.n, job.width);
  });
}

}  // namespace

STAGE("stencil/tiled", "shared tile with a halo", run).after("naive");
