// matmul/tiled · a block loads tiles of A and B once, for all its threads
// A block computes a tile of C. In each step it copies kDepth columns of A and as many rows of B to shared memory,
// and every element is then used by a whole row or column of threads.
// Watch: far fewer global requests. Each multiplication now needs two shared requests, and each step needs two
// barriers.
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

STAGE("matmul/tiled", "tiles in shared memory", run).after("coalesced");
