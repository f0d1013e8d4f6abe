// matmul/hoisted_addresses · a thread's addresses are computed once
// The rows and columns that a thread copies are the same in every step, so it keeps a pointer to each and advances
// them in every step. Below and to the right of C, it copies the last row or column: results there are not stored.
// Watch: no counter changes. On an H200, the number of instructions stays the same, too. The limit on registers
// has an effect that was not measured separately.
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
__device__ __forceinline__ void copy(float* to, const float* from, size_t offset, bool inside) {
  __pipeline_memcpy_async(to, from + (inside ? offset : 0), kBytes, inside ? 0 : kBytes);
}

template <int kBlock, bool kWhole>
__global__ void __launch_bounds__(kBlock, 512 / kBlock)  // at most 128 registers per thread
    multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ float tiles_a[2][kDepth][kRows + kPad];
  alignas(16) __shared__ float tiles_b[2][kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  // This thread's first element in each tile of A and of B; each further one is kDownA or kDownB rows lower.
  constexpr unsigned kWidth = kWhole ? kVec : 1;
  constexpr unsigned kDownA = kBlock / kDepth, kDownB = kBlock * kWidth / kColumns;
  const unsigned row_a = threadIdx.x / kDepth, column_a = threadIdx.x % kDepth;
  const unsigned row_b = threadIdx.x * kWidth / kColumns, column_b = threadIdx.x * kWidth % kColumns;
  const float* from_a[kRows / kDownA];
  for (unsigned i = 0; i < kRows / kDownA; ++i) {
    const size_t row = first_row + row_a + i * kDownA;
    from_a[i] = a + (row < m ? row : m - 1) * k + column_a;
  }
  const size_t copied_column = first_column + column_b;
  const float* const from_b = b + row_b * n + (copied_column < n ? copied_column : n - kWidth);
  const auto start_copies = [&](size_t step, unsigned buffer) {
    for (unsigned i = 0; i < kRows / kDownA; ++i)
      copy<4>(&tiles_a[buffer][column_a][row_a + i * kDownA], from_a[i], step, step + column_a < k);
    for (unsigned i = 0; row_b + i < kDepth; i += kDownB)
      copy<4 * kWidth>(&tiles_b[buffer][row_b + i][column_b], from_b, (step + i) * n, step + row_b + i < k);
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
  if (job.m == 0 || job.n == 0) return;  // there is no last row or column to copy
  const bool whole = whole_vectors(job);
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(Tile<block>::kRows, Tile<block>::kColumns);
    launch(job, whole ? multiply<block, true> : multiply<block, false>, {grid, static_cast<unsigned>(block)},
           job.a, job.b, job.c, job.m, job.n, job.k);
  });
}

}  // namespace

STAGE("matmul/hoisted_addresses", "addresses are computed once", run).after("double_buffer").max_block(512);
