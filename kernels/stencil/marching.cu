// stencil/marching · four columns a thread, row after row
// registers loads single cells, and ten rows of them before the first result. Here a thread holds four
// columns as one vector, and marches down a few rows keeping north, self and south in registers. West and
// east come from the lanes beside it, and at the edges of a warp from the L1. Vectors need rows that begin at
// a multiple of 16 bytes: with any other width, and at the end of the grid, cells are loaded one by one.
// Watch: a quarter of the load and store requests if the width is a multiple of 4; rows shared by two warps
// of a block are read twice, the second time from the L1.
#include "stage/stencil.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kColumns = 32 * Vec<float>::kSize;  // of a block
constexpr unsigned kRows = 2;                          // of a thread, one below the other

// 0 outside the grid. Row −1 and column −1 wrap round to huge numbers, and are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

// Are all four cells from i on in the grid, and can they move as one vector?
__device__ bool is_whole(size_t i, size_t column, size_t n, size_t width) {
  return width % 4 == 0 && column < width && i < n && n - i >= 4;
}

__device__ Vec<float> cells(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  if (is_whole(i, column, n, width)) return load_vec(input + i);
  Vec<float> v;
  for (unsigned e = 0; e < 4; ++e) v.item[e] = cell(input, row, column + e, n, width);
  return v;
}

__global__ void average(const float* input, float* output, size_t n, size_t width) {
  const unsigned lane = threadIdx.x;
  const size_t column = size_t{blockIdx.x} * kColumns + lane * 4;
  const size_t warp = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t top = warp * kRows;  // this warp's first row

  Vec<float> north = cells(input, top - 1, column, n, width), self = cells(input, top, column, n, width);
  for (unsigned k = 0; k < kRows; ++k) {
    const size_t row = top + k, i = row * width + column;
    const Vec<float> south = cells(input, row + 1, column, n, width);
    float west = __shfl_up_sync(kAllLanes, self.item[3], 1);
    float east = __shfl_down_sync(kAllLanes, self.item[0], 1);
    if (lane == 0) west = cell(input, row, column - 1, n, width);
    if (lane == kWarpSize - 1) east = cell(input, row, column + 4, n, width);
    const float line[] = {west, self.item[0], self.item[1], self.item[2], self.item[3], east};
    Vec<float> result;
    for (unsigned e = 0; e < 4; ++e)
      result.item[e] = (line[e + 1] + north.item[e] + south.item[e] + line[e] + line[e + 2]) / 5.0f;

    if (is_whole(i, column, n, width)) {
      store_vec(output + i, result);
    } else {
      for (unsigned e = 0; e < 4; ++e)
        if (column + e < width && i + e < n) output[i + e] = result.item[e];
    }
    north = self;
    self = south;
  }
}

// Blocks across in x, down in y; y ends at 65535, so what is more goes to z.
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

STAGE("stencil/marching", "four columns a thread, row after row", run).after("registers");
