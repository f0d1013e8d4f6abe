// first/tile · transposed in shared memory
// `two_dimensions` loads rows and stores columns, so each lane of a store needs a separate sector. Here a
// block loads a tile into shared memory row by row, waits, and also stores it row by row. Only the reads from
// shared memory follow the columns.
// Watch: sectors per store request fall from 32 to 4. But there are many shared wavefronts (see the next step).
#include "tracks/transpose.h"

namespace {

constexpr unsigned kTile = 32;  // rows and columns per block

__global__ void transpose(const float* input, float* output, size_t rows, size_t columns) {
  __shared__ float tile[kTile][kTile];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const size_t top = size_t{blockIdx.y} * kTile, left = size_t{blockIdx.x} * kTile;
  // Your part: use `tile`, so that neighbours in x also store to neighbouring elements.
  // Was: if (top + y < rows && left + x < columns)
  // Was:   output[(left + x) * rows + top + y] = input[(top + y) * columns + left + x];
  if (top + y < rows && left + x < columns) tile[y][x] = input[(top + y) * columns + left + x];
  __syncthreads();
  if (left + y < columns && top + x < rows) output[(left + y) * rows + top + x] = tile[x][y];
  // End of your part.
}

void run(const TransposeJob<float>& job) {
  const dim3 grid(blocks_for(job.columns, kTile), blocks_for(job.rows, kTile));
  launch(job, transpose, {grid, {kTile, kTile}}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("first/tile", "transposed in shared memory", run).after("barrier").min_block(kTile* kTile);
