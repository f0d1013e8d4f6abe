// stencil/reciprocal · times 0.2 in place of a division
// The sum is multiplied by 0.2f in one instruction. 0.2 has no exact representation, so the last bit may
// differ, which is why the compiler does not replace the division by itself.
// Watch: no counter changes, because the counters count memory accesses. Look at the time (on a GPU).
#include "tracks/stencil.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kColumns = 32;  // per block
constexpr unsigned kRows = 8;      // per thread, one below the other

// Returns 0 outside the grid. Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

__global__ void average(const float* input, float* output, size_t n, size_t width) {
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x;
  const size_t warp = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t top = warp * kRows;  // this warp's first row

  float rows[kRows + 2];  // including the row above and the row below
  for (unsigned k = 0; k < kRows + 2; ++k) rows[k] = cell(input, top + k - 1, column, n, width);
  const unsigned lane = threadIdx.x;
  const bool at_edge = lane == 0 || lane == kWarpSize - 1;
  float edge[kRows];  // the cell beside the warp, in its first and its last lane
  for (unsigned k = 0; k < kRows; ++k)
    edge[k] = at_edge ? cell(input, top + k, lane == 0 ? column - 1 : column + 1, n, width) : 0.0f;

  for (unsigned k = 0; k < kRows; ++k) {
    const float self = rows[k + 1], north = rows[k], south = rows[k + 2];
    float west = __shfl_up_sync(kAllLanes, self, 1);
    float east = __shfl_down_sync(kAllLanes, self, 1);
    if (lane == 0) west = edge[k];
    if (lane == kWarpSize - 1) east = edge[k];
    const size_t i = (top + k) * width + column;
    if (column < width && i < n) output[i] = (self + north + south + west + east) * 0.2f;
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

STAGE("stencil/reciprocal", "times 0.2 in place of a division", run).after("registers");
