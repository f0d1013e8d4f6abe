// matmul/warp_tile · the lanes of a warp read adjacent vectors
// A warp computes a tile of 64 rows and 32 columns. The eight rows of a thread form two groups of four, half a
// warp tile apart, and so do its eight columns. So the vectors that the lanes read together are adjacent and
// use different banks.
// Watch: the same shared requests in fewer wavefronts.
#include "05_vectorised.cuh"

namespace {

constexpr unsigned kPerThread = 8;  // rows, and columns
constexpr unsigned kLanesDown = 8, kLanesAcross = 4;
constexpr unsigned kWarpRows = kLanesDown * kPerThread, kWarpColumns = kLanesAcross * kPerThread;
constexpr unsigned kDepth = 8;  // products per step
constexpr unsigned kPad =
    4;  // so that a warp's store, which fills two rows of the transposed tile, uses different banks

template <int kBlock>
struct Tile {  // of C
  static constexpr unsigned kWarps = kBlock / kWarpSize, kAcross = kWarps < 4 ? kWarps : 4;
  static constexpr unsigned kRows = kWarps / kAcross * kWarpRows, kColumns = kAcross * kWarpColumns;
};

template <int kBlock, bool kWhole>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ float tile_a[kDepth][kRows + kPad];
  alignas(16) __shared__ float tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % kAcross * kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / kAcross * kWarpRows + lane / kLanesAcross * kVec;
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
      store_vec(of_a + kVec, load_vec(&tile_a[d][y + kWarpRows / 2]));
      store_vec(of_b, load_vec(&tile_b[d][x]));
      store_vec(of_b + kVec, load_vec(&tile_b[d][x + kWarpColumns / 2]));
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kPerThread; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    __syncthreads();  // no thread needs the tiles any more
  }
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kPerThread; s += kVec) {
      const size_t row = first_row + y + r / kVec * (kWarpRows / 2) + r % kVec;
      const size_t column = first_column + x + s / kVec * (kWarpColumns / 2);
      if (row < m) store_four<kWhole>(c + row * n, column, n, &sum[r][s]);
    }
}

void run(const MatmulJob<float>& job) {
  const bool whole = whole_vectors(job);
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(Tile<block>::kRows, Tile<block>::kColumns);
    launch(job, whole ? multiply<block, true> : multiply<block, false>, {grid, static_cast<unsigned>(block)},
           job.a, job.b, job.c, job.m, job.n, job.k);
  });
}

}  // namespace

STAGE("matmul/warp_tile", "lanes read adjacent vectors", run).after("vectorised").max_block(512);
