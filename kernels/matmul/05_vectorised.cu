// matmul/vectorised · 16 bytes per request, and A's tile transposed
// Four adjacent values are loaded, read and stored by one request. A thread needs eight values of one column of A, so
// the tile of A is stored transposed, which makes them adjacent.
// Watch: a quarter of the load requests (global and shared) and of the global stores. A wavefront still transfers at
// most 128 bytes.
// The diff is long: each of the loops that move data now moves four elements.
#include "05_vectorised.cuh"

namespace {

constexpr unsigned kAcross = 16;                     // threads side by side
constexpr unsigned kPerThread = 8;                   // rows, and columns
constexpr unsigned kColumns = kAcross * kPerThread;  // of the tile of C
constexpr unsigned kDepth = 8;                       // products per step
constexpr unsigned kPad =
    4;  // so that a warp's store, which fills two rows of the transposed tile, uses different banks

template <int kBlock, bool kWhole>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kRows = kBlock / kAcross * kPerThread;
  alignas(16) __shared__ float tile_a[kDepth][kRows + kPad];
  alignas(16) __shared__ float tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned x = threadIdx.x % kAcross * kPerThread, y = threadIdx.x / kAcross * kPerThread;
  alignas(16) float sum[kPerThread][kPerThread] = {};
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x * kVec; i < kRows * kDepth; i += kBlock * kVec) {
      const size_t row = first_row + i / kDepth;
      const Vec<float> v = row < m ? load_four<kWhole>(a + row * k, step + i % kDepth, k) : Vec<float>{};
      for (unsigned e = 0; e < kVec; ++e) tile_a[i % kDepth + e][i / kDepth] = v.item[e];
    }
    for (unsigned i = threadIdx.x * kVec; i < kDepth * kColumns; i += kBlock * kVec) {
      const size_t row = step + i / kColumns;
      store_vec(&tile_b[i / kColumns][i % kColumns],
                row < k ? load_four<kWhole>(b + row * n, first_column + i % kColumns, n) : Vec<float>{});
    }
    __syncthreads();  // the tiles are complete
    for (unsigned d = 0; d < kDepth; ++d) {
      alignas(16) float of_a[kPerThread], of_b[kPerThread];
      store_vec(of_a, load_vec(&tile_a[d][y]));
      store_vec(of_a + kVec, load_vec(&tile_a[d][y + kVec]));
      store_vec(of_b, load_vec(&tile_b[d][x]));
      store_vec(of_b + kVec, load_vec(&tile_b[d][x + kVec]));
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kPerThread; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    __syncthreads();  // no thread needs the tiles any more
  }
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kPerThread; s += kVec) {
      const size_t row = first_row + y + r, column = first_column + x + s;
      if (row < m) store_four<kWhole>(c + row * n, column, n, &sum[r][s]);
    }
}

void run(const MatmulJob<float>& job) {
  const bool whole = whole_vectors(job);
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(block / kAcross * kPerThread, kColumns);
    launch(job, whole ? multiply<block, true> : multiply<block, false>, {grid, static_cast<unsigned>(block)},
           job.a, job.b, job.c, job.m, job.n, job.k);
  });
}

}  // namespace

STAGE("matmul/vectorised", "16 bytes per request", run).after("register_square").max_block(512);
