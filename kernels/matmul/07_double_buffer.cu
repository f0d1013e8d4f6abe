// matmul/double_buffer · the next tiles are copied while these are multiplied
// Each tile has two buffers. cp.async copies the next tiles into one pair, without using registers, while the
// block multiplies the tiles in the other pair. A is copied in 4-byte units and transposed on the way.
// Watch: half the barriers. There are more load requests, because A is no longer loaded as vectors.
// The diff is long: the copies move into a function, which is called in two places.
#include <cuda_pipeline_primitives.h>

#include "05_vectorised.cuh"

namespace {

constexpr unsigned kPerThread = 8;  // rows, and columns
constexpr unsigned kLanesDown = 8, kLanesAcross = 4;
constexpr unsigned kWarpRows = kLanesDown * kPerThread, kWarpColumns = kLanesAcross * kPerThread;
constexpr unsigned kDepth = 8;  // products per step
constexpr unsigned kPad =
    4;  // so that a warp's store, which fills eight rows of the transposed tile, uses different banks

template <int kBlock>
struct Tile {  // of C
  static constexpr unsigned kWarps = kBlock / kWarpSize, kAcross = kWarps < 4 ? kWarps : 4;
  static constexpr unsigned kRows = kWarps / kAcross * kWarpRows, kColumns = kAcross * kWarpColumns;
};

// Starts copying kBytes bytes to shared memory. If `inside` is false, nothing is read: the last argument is the
// number of bytes set to 0.
template <unsigned kBytes>
__device__ __forceinline__ void copy(float* to, const float* matrix, size_t i, bool inside) {
  __pipeline_memcpy_async(to, matrix + (inside ? i : 0), kBytes, inside ? 0 : kBytes);
}

template <int kBlock, bool kWhole>
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ float tiles_a[2][kDepth][kRows + kPad];
  alignas(16) __shared__ float tiles_b[2][kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const auto start_copies = [&](size_t step, unsigned buffer) {
    for (unsigned i = threadIdx.x; i < kRows * kDepth; i += kBlock) {
      const size_t row = first_row + i / kDepth, column = step + i % kDepth;
      copy<4>(&tiles_a[buffer][i % kDepth][i / kDepth], a, row * k + column, row < m && column < k);
    }
    constexpr unsigned kWidth = kWhole ? kVec : 1;
    for (unsigned i = threadIdx.x * kWidth; i < kDepth * kColumns; i += kBlock * kWidth) {
      const size_t row = step + i / kColumns, column = first_column + i % kColumns;
      copy<4 * kWidth>(&tiles_b[buffer][i / kColumns][i % kColumns], b, row * n + column,
                       row < k && column < n);
    }
    __pipeline_commit();
  };
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % kAcross * kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / kAcross * kWarpRows + lane / kLanesAcross * kVec;
  alignas(16) float sum[kPerThread][kPerThread] = {};
  if (k > 0) start_copies(0, 0);
  unsigned buffer = 0;
  for (size_t step = 0; step < k; step += kDepth) {
    __pipeline_wait_prior(0);  // this thread's copies of these tiles have arrived
    __syncthreads();           // these tiles are complete, and no thread needs the previous tiles any more
    if (step + kDepth < k) start_copies(step + kDepth, 1 - buffer);
    const auto& tile_a = tiles_a[buffer];
    const auto& tile_b = tiles_b[buffer];
    for (unsigned d = 0; d < kDepth; ++d) {
      alignas(16) float of_a[kPerThread], of_b[kPerThread];
      store_vec(of_a, load_vec(&tile_a[d][y]));
      store_vec(of_a + kVec, load_vec(&tile_a[d][y + kWarpRows / 2]));
      store_vec(of_b, load_vec(&tile_b[d][x]));
      store_vec(of_b + kVec, load_vec(&tile_b[d][x + kWarpColumns / 2]));
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kPerThread; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    buffer = 1 - buffer;
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

STAGE("matmul/double_buffer", "copy one tile while multiplying another", run)
    .after("warp_tile")
    .max_block(512);
