// stencil/vectorised · four columns a thread, as one vector
// A thread owns four consecutive columns of two rows, and moves four cells of a row as one vector. If the width or
// n is not a multiple of 4, the cells are moved one by one.
// Watch: a third of the load requests and a quarter of the store requests (width a multiple of 4), but 22 % more load
// sectors, because two rows need as many extra rows as eight did.
// The diff is long: one cell becomes four in every line that names one, and moving cells one by one is still supported.
#include "tracks/stencil.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kColumns = 32 * 4;  // per block
constexpr unsigned kRows = 2;          // per thread, one below the other

// Returns 0 outside the grid. Row −1 and column −1 wrap around to huge numbers, so they are outside too.
__device__ float cell(const float* input, size_t row, size_t column, size_t n, size_t width) {
  const size_t i = row * width + column;
  return column < width && i < n ? input[i] : 0.0f;
}

// The four cells starting with this one. kVectors: they are all inside the grid or all outside.
template <bool kVectors>
__device__ Vec<float> cells(const float* input, size_t row, size_t column, size_t n, size_t width) {
  Vec<float> v{};
  if constexpr (kVectors) {
    const size_t i = row * width + column;
    if (column < width && i < n) v = load_vec(input + i);
  } else {
    for (unsigned e = 0; e < 4; ++e) v.item[e] = cell(input, row, column + e, n, width);
  }
  return v;
}

template <bool kVectors>
__global__ void average(const float* input, float* output, size_t n, size_t width) {
  const size_t column = size_t{blockIdx.x} * kColumns + threadIdx.x * 4;
  const size_t warp = (size_t{blockIdx.z} * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  const size_t top = warp * kRows;  // this warp's first row

  Vec<float> rows[kRows + 2];  // including the row above and the row below
  for (unsigned k = 0; k < kRows + 2; ++k) rows[k] = cells<kVectors>(input, top + k - 1, column, n, width);
  const unsigned lane = threadIdx.x;
  const bool at_edge = lane == 0 || lane == kWarpSize - 1;
  float edge[kRows];  // the cell beside the warp, in its first and its last lane
  for (unsigned k = 0; k < kRows; ++k)
    edge[k] = at_edge ? cell(input, top + k, lane == 0 ? column - 1 : column + 4, n, width) : 0.0f;

  for (unsigned k = 0; k < kRows; ++k) {
    const Vec<float> self = rows[k + 1], north = rows[k], south = rows[k + 2];
    float west = __shfl_up_sync(kAllLanes, self.item[3], 1);
    float east = __shfl_down_sync(kAllLanes, self.item[0], 1);
    if (lane == 0) west = edge[k];
    if (lane == kWarpSize - 1) east = edge[k];
    const float line[] = {west, self.item[0], self.item[1], self.item[2], self.item[3], east};
    Vec<float> result;
    for (unsigned e = 0; e < 4; ++e)
      result.item[e] = (line[e + 1] + north.item[e] + south.item[e] + line[e] + line[e + 2]) * 0.2f;
    const size_t i = (top + k) * width + column;
    if constexpr (kVectors) {
      if (column < width && i < n) store_vec(output + i / 4 * 4, result);  // shows nvcc a multiple of 4
    } else {
      for (unsigned e = 0; e < 4; ++e)
        if (column + e < width && i + e < n) output[i + e] = result.item[e];
    }
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
  const auto kernel = job.width % 4 == 0 && job.n % 4 == 0 ? average<true> : average<false>;
  launch(job, kernel, {grid, {kWarpSize, warps}}, job.input, job.output, job.n, job.width);
}

}  // namespace

STAGE("stencil/vectorised", "four columns a thread, as one vector", run).after("reciprocal");
