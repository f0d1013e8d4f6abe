// first/two_dimensions · a row and a column
// A block can be a rectangle of threads: each thread then has an index in x and an index in y. This kernel
// transposes a matrix: it moves the element in row r and column c to row c and column r.
// Watch: 4 sectors per load request, because neighbours in x load adjacent elements. But the stores are not coalesced.
#include "tracks/transpose.h"

namespace {

constexpr unsigned kColumns = 32;  // per block

__global__ void transpose(const float* input, float* output, size_t rows, size_t columns) {
  // Your part: the row and the column of this thread; then, if there is such an element, move it.
  const size_t row = size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const size_t column = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) output[column * rows + row] = input[row * columns + column];
  // End of your part.
}

void run(const TransposeJob<float>& job) {
  const unsigned rows = job.block / kColumns;  // per block
  const dim3 grid(blocks_for(job.columns, kColumns), blocks_for(job.rows, rows));
  launch(job, transpose, {grid, {kColumns, rows}}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("first/two_dimensions", "a row and a column", run).after("coalesced");
