// matmul/register_column · a thread computes eight results below one another
// A value of B that a thread has read from shared memory is used eight times before the next one is read. The tile of
// C becomes eight times as tall.
// Watch: nine shared requests for eight multiplications, instead of sixteen.
#include "tracks/matmul.h"

namespace {

constexpr unsigned kColumns = 32;   // of the tile of C
constexpr unsigned kDepth = 8;      // products per step
constexpr unsigned kPerThread = 8;  // rows

template <int kBlock>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kRows = kBlock / kColumns * kPerThread;
  __shared__ float tile_a[kRows][kDepth];
  __shared__ float tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned x = threadIdx.x % kColumns, y = threadIdx.x / kColumns * kPerThread;
  float sum[kPerThread] = {};
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
    for (unsigned d = 0; d < kDepth; ++d) {
      const float of_b = tile_b[d][x];
      for (unsigned r = 0; r < kPerThread; ++r) sum[r] += tile_a[y + r][d] * of_b;
    }
    __syncthreads();  // no thread needs the tiles any more
  }
  for (unsigned r = 0; r < kPerThread; ++r) {
    const size_t row = first_row + y + r, column = first_column + x;
    if (row < m && column < n) c[row * n + column] = sum[r];
  }
}

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(block / kColumns * kPerThread, kColumns);
    launch(job, multiply<block>, {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n,
           job.k);
  });
}

}  // namespace

STAGE("matmul/register_column", "eight results per thread", run).after("tiled");
