// pitfalls/unwaited_copy · the next batch may stay in flight
// The next copies begin before the wait, so the wait leaves one batch in flight: __pipeline_wait_prior(1).
// Tempting: this is right in every step that starts another batch. The last step starts none, so its own batch
// may stay in flight, and its tiles are read before they have arrived.
#include <cuda_pipeline_primitives.h>

#include "../matmul/05_vectorised.cuh"

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
    if (step + kDepth < k) start_copies(step + kDepth, 1 - buffer);
    __pipeline_wait_prior(1);  // wrong: in the last step, the only batch in flight is the one to wait for
    __syncthreads();           // the tiles are complete
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
    __syncthreads();  // no thread needs these tiles any more
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

STAGE("pitfalls/unwaited_copy", "the next batch may stay in flight", run)
    .max_block(512)
    .spoils("matmul/double_buffer")
    .expect("race", "in every step but the last, two batches are in flight");
