// matmul/register_square · a thread computes eight rows by eight columns
// To add one product to each of its 64 sums, a thread reads eight values of A and eight of B.
// Watch: a quarter of a shared request per multiplication, but up to four wavefronts per request: the columns of
// neighbouring lanes are eight apart, so sixteen lanes use only four banks.
#include "tracks/matmul.h"

namespace {

constexpr unsigned kAcross = 16;                     // threads side by side
constexpr unsigned kPerThread = 8;                   // rows, and columns
constexpr unsigned kColumns = kAcross * kPerThread;  // of the tile of C
constexpr unsigned kDepth = 8;                       // products per step

template <int kBlock>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kRows = kBlock / kAcross * kPerThread;
  __shared__ float tile_a[kRows][kDepth];
  __shared__ float tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned x = threadIdx.x % kAcross * kPerThread, y = threadIdx.x / kAcross * kPerThread;
  float sum[kPerThread][kPerThread] = {};
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
      float of_a[kPerThread], of_b[kPerThread];
      for (unsigned r = 0; r < kPerThread; ++r) of_a[r] = tile_a[y + r][d];
      for (unsigned s = 0; s < kPerThread; ++s) of_b[s] = tile_b[d][x + s];
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kPerThread; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    __syncthreads();  // no thread needs the tiles any more
  }
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kPerThread; ++s) {
      const size_t row = first_row + y + r, column = first_column + x + s;
      if (row < m && column < n) c[row * n + column] = sum[r][s];
    }
}

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(block / kAcross * kPerThread, kColumns);
    launch(job, multiply<block>, {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n,
           job.k);
  });
}

}  // namespace

STAGE("matmul/register_square", "8 × 8 results per thread", run).after("register_column").max_block(512);
