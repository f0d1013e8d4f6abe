// stencil/registers · a column of cells in each thread's registers
// tiled carries every cell through shared memory to neighbours that are closer than that. A thread that
// owns eight cells of a column has their north and south in registers of its own; west and east are a
// shuffle away, in the lanes beside it. Only the two lanes at the edges of a warp read cells of others.
// And all loads are issued before the first is used: many bytes in flight are what keeps memory busy.
// Watch: 2.25 load requests per 32 cells; no shared memory, no barrier, two shuffles per row of a warp.
#include "stage/stencil.h"

namespace {

constexpr unsigned kColumns = 32;  // of a block
constexpr unsigned kCells = 8;     // of a thread, one below the other

// 0 outside the grid. Row −1 and column −1 wrap round to huge numbers, and are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

__global__ void average(const float* input, float* output, size_t n, size_t width) {
  const unsigned lane = threadIdx.x;
  const size_t column = size_t{blockIdx.x} * kColumns + lane;
  const size_t warp = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t top = warp * kCells;  // this warp's first row

  float cells[kCells + 2];  // with the one above and the one below
  for (unsigned k = 0; k < kCells + 2; ++k) cells[k] = cell(input, top + k - 1, column, n, width);
  const bool at_edge = lane == 0 || lane == kColumns - 1;
  const size_t edge_column = lane == 0 ? column - 1 : column + 1;
  float beside[kCells];  // what the lane beside this one would hold, if the warp had it
  for (unsigned k = 0; k < kCells; ++k)
    beside[k] = at_edge ? cell(input, top + k, edge_column, n, width) : 0.0f;

  for (unsigned k = 0; k < kCells; ++k) {
    const float self = cells[k + 1], north = cells[k], south = cells[k + 2];
    float west = __shfl_up_sync(0xffffffffu, self, 1);
    float east = __shfl_down_sync(0xffffffffu, self, 1);
    if (lane == 0) west = beside[k];
    if (lane == kColumns - 1) east = beside[k];
    const size_t i = (top + k) * width + column;
    if (column < width && i < n) output[i] = (self + north + south + west + east) / 5.0f;
  }
}

// Blocks across in x, down in y; y ends at 65535, so what is more goes to z.
dim3 grid_for(size_t n, size_t width, unsigned rows) {
  const unsigned down = blocks_for(n, width * rows);
  const unsigned z = blocks_for(down, 65535);
  return {blocks_for(width, kColumns), blocks_for(down, z), z};
}

void run(const StencilJob<float>& job) {
  const unsigned warps = job.block / kColumns;
  const dim3 grid = grid_for(job.n, job.width, warps * kCells);
  launch(job, average, {grid, {kColumns, warps}}, job.input, job.output, job.n, job.width);
}

}  // namespace

STAGE("stencil/registers", "a column in registers", run).after("tiled");
