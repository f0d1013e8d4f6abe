// first/bank_conflict · a column of the tile
// In `tile`, a row has 32 words, and there are 32 banks. So a whole column lies in one bank, and a warp needs 32
// wavefronts to read it. With one unused word at the end of each row, neighbours in a column lie in neighbouring banks.
// Watch: shared wavefronts per request fall to 1.
#include "tracks/transpose.h"

namespace {

constexpr unsigned kTile = 32;  // rows and columns per block

__global__ void transpose(const float* input, float* output, size_t rows, size_t columns) {
  // Your part: a tile whose columns are spread over the banks.
  // Was: __shared__ float tile[kTile][kTile];
  __shared__ float tile[kTile][kTile + 1];
  // End of your part.
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const size_t top = size_t{blockIdx.y} * kTile, left = size_t{blockIdx.x} * kTile;
  if (top + y < rows && left + x < columns) tile[y][x] = input[(top + y) * columns + left + x];
  __syncthreads();
  if (left + y < columns && top + x < rows) output[(left + y) * rows + top + x] = tile[x][y];
}

void run(const TransposeJob<float>& job) {
  const dim3 grid(blocks_for(job.columns, kTile), blocks_for(job.rows, kTile));
  launch(job, transpose, {grid, {kTile, kTile}}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("first/bank_conflict", "a column of the tile", run).after("tile").min_block(kTile* kTile);
