// pitfalls/barrier_in_tile · the others have nothing to add
// A thread whose result is outside C helps to copy the tiles, then goes straight to the next step.
// Tempting: only a thread that multiplies needs complete tiles, and if m and n are multiples of the tile size,
// every thread multiplies. But __syncthreads() waits for all threads in the block.
#include "tracks/matmul.h"

namespace {

constexpr unsigned kColumns = 32;  // of the tile of C
constexpr unsigned kDepth = 32;    // products per step

template <int kBlock>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kRows = kBlock / kColumns;
  __shared__ float tile_a[kRows][kDepth];
  __shared__ float tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned x = threadIdx.x % kColumns, y = threadIdx.x / kColumns;
  float sum = 0.0f;
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x; i < kRows * kDepth; i += kBlock) {
      const size_t row = first_row + i / kDepth, column = step + i % kDepth;
      tile_a[i / kDepth][i % kDepth] = row < m && column < k ? a[row * k + column] : 0.0f;
    }
    for (unsigned i = threadIdx.x; i < kDepth * kColumns; i += kBlock) {
      const size_t row = step + i / kColumns, column = first_column + i % kColumns;
      tile_b[i / kColumns][i % kColumns] = row < k && column < n ? b[row * n + column] : 0.0f;
    }
    if (first_row + y >= m || first_column + x >= n) continue;  // wrong: skips both barriers

    __syncthreads();  // the tiles are complete
    for (unsigned d = 0; d < kDepth; ++d) sum += tile_a[y][d] * tile_b[d][x];
    __syncthreads();  // no thread needs the tiles any more
  }
  const size_t row = first_row + y, column = first_column + x;
  if (row < m && column < n) c[row * n + column] = sum;
}

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(block / kColumns, kColumns);
    launch(job, multiply<block>, {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n,
           job.k);
  });
}

}  // namespace

STAGE("pitfalls/barrier_in_tile", "the others have nothing to add", run)
    .spoils("matmul/tiled")
    .expect("early_exit", "a thread outside C needs no complete tile");
