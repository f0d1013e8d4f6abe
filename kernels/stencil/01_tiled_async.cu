// stencil/tiled_async · the next tile is copied while this one is computed
// A block processes a column of tiles, and has room for two. cp.async copies a cell without using a register, and
// no thread waits for the copies of a tile until it needs them. By then, the next tile's copies have started.
// Watch: the requests and sectors are those of `tiled`, but there are two barriers per tile instead of one.
// The diff is long: the copies need their own function, and the computation moves into a loop.
#include <cuda_pipeline_primitives.h>

#include "tracks/stencil.h"

namespace {

constexpr unsigned kColumns = 32;  // per block
constexpr unsigned kTiles = 8;     // per block, one below the other

// Starts copying a cell. Outside the grid, nothing is read: the last argument is the number of bytes set to 0.
// Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ __forceinline__ void copy_cell(float* to, const float* input, size_t row, size_t column, size_t n,
                                          size_t width) {
  const size_t i = row * width + column;
  const bool inside = column < width && i < n;
  __pipeline_memcpy_async(to, input + (inside ? i : 0), sizeof(float), inside ? 0 : sizeof(float));
}

template <int kRows>
__global__ void average(const float* input, float* output, size_t n, size_t width) {
  __shared__ float tiles[2][kRows + 2][kColumns + 2];
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x;
  const size_t first = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * kRows * kTiles + threadIdx.y;
  const unsigned x = threadIdx.x + 1, y = threadIdx.y + 1;  // in the tile, past the halo
  const auto start_copies = [&](unsigned t) {
    float(&tile)[kRows + 2][kColumns + 2] = tiles[t % 2];
    const size_t row = first + t * kRows;
    copy_cell(&tile[y][x], input, row, column, n, width);
    if (y == 1) copy_cell(&tile[0][x], input, row - 1, column, n, width);
    if (y == kRows) copy_cell(&tile[kRows + 1][x], input, row + 1, column, n, width);
    if (x == 1) copy_cell(&tile[y][0], input, row, column - 1, n, width);
    if (x == kColumns) copy_cell(&tile[y][kColumns + 1], input, row, column + 1, n, width);
  };

  start_copies(0);
  __pipeline_commit();
  for (unsigned t = 0; t < kTiles; ++t) {
    if (t + 1 < kTiles) start_copies(t + 1);
    __pipeline_commit();       // an empty batch after the last tile
    __pipeline_wait_prior(1);  // for all batches except the last, so for tile t,
    __syncthreads();           // and for the copies of the other threads
    const float(&tile)[kRows + 2][kColumns + 2] = tiles[t % 2];
    const size_t i = (first + t * kRows) * width + column;
    if (column < width && i < n) {
      const float self = tile[y][x];
      const float north = tile[y - 1][x];
      const float south = tile[y + 1][x];
      const float west = tile[y][x - 1];
      const float east = tile[y][x + 1];
      output[i] = (self + north + south + west + east) / 5.0f;
    }
    __syncthreads();  // all threads have read the tile, which the next copies overwrite
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
  const dim3 grid = grid_for(job.n, job.width, rows * kTiles);
  with_block_size(job.block, [&](auto block) {
    launch(job, average<block / kColumns>, {grid, {kColumns, rows}}, job.input, job.output, job.n, job.width);
  });
}

}  // namespace

STAGE("stencil/tiled_async", "the next tile is copied while this one is computed", run).after("tiled");
