// matmul_bf16/tiled · bfloat16 matrices, ordinary multiplications
// This is `matmul/tiled` with two-byte elements. Each is converted exactly to a float when it is used, and the
// sums are floats.
// Watch: half the global load sectors of `matmul/tiled`, but the same number of shared requests.
#include <cuda_bf16.h>
#include "tracks/matmul.h"

namespace {

constexpr unsigned kColumns = 32;  // of the tile of C
constexpr unsigned kDepth = 32;    // products per step

template <int kBlock>
__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, size_t m, size_t n,
                         size_t k) {
  constexpr unsigned kRows = kBlock / kColumns;
  __shared__ __nv_bfloat16 tile_a[kRows][kDepth];
  __shared__ __nv_bfloat16 tile_b[kDepth][kColumns];
  const __nv_bfloat16 zero = 0.0f;
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned x = threadIdx.x % kColumns, y = threadIdx.x / kColumns;
  float sum = 0.0f;
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x; i < kRows * kDepth; i += kBlock) {
      const size_t row = first_row + i / kDepth, column = step + i % kDepth;
      tile_a[i / kDepth][i % kDepth] = row < m && column < k ? a[row * k + column] : zero;
    }
    for (unsigned i = threadIdx.x; i < kDepth * kColumns; i += kBlock) {
      const size_t row = step + i / kColumns, column = first_column + i % kColumns;
      tile_b[i / kColumns][i % kColumns] = row < k && column < n ? b[row * n + column] : zero;
    }
    __syncthreads();
    for (unsigned d = 0; d < kDepth; ++d)
      sum += static_cast<float>(tile_a[y][d]) * static_cast<float>(tile_b[d][x]);
    __syncthreads();
  }
  const size_t row = first_row + y, column = first_column + x;
  if (row < m && column < n) c[row * n + column] = sum;
}

void run(const MatmulJob<__nv_bfloat16, float>& job) {
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(block / kColumns, kColumns);
    launch(job, multiply<block>, {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n,
           job.k);
  });
}

}  // namespace

STAGE("matmul_bf16/tiled", "bfloat16 elements, ordinary multiplications", run);
