// matmul/wide_threads · eight rows by sixteen columns per thread, and three buffers
// A thread reads one and a half times as many values and computes twice as many products from them. Its 128
// sums leave enough registers for only a few warps, so the copies for the next two steps are under way while
// the tiles of one step are multiplied.
// Watch: a quarter fewer shared load requests, and a quarter of the barriers, because a step is twice as deep
// and there are half as many warps.
// The diff is long: the sizes become template parameters, because later stages need others.
#include <cuda_pipeline_primitives.h>

#include "05_vectorised.cuh"

namespace {

constexpr unsigned kPerThread = 8;  // rows
constexpr unsigned kLanesDown = 8, kLanesAcross = 4;
constexpr unsigned kPad = 4;  // spreads the stores to the transposed tile over the banks
constexpr unsigned kBuffers = 3;

// kThread: columns per thread. kDepth: products per step.
template <int kBlock, unsigned kThread, unsigned kDepth>
struct RingOf {
  static constexpr unsigned kWarpRows = kLanesDown * kPerThread, kWarpColumns = kLanesAcross * kThread;
  static constexpr unsigned kAcross = 2;  // warps side by side
  static constexpr unsigned kRows = kBlock / kWarpSize / kAcross * kWarpRows,
                            kColumns = kAcross * kWarpColumns;
  float a[kBuffers][kDepth][kRows + kPad];
  float b[kBuffers][kDepth][kColumns];
};

// Starts copying kBytes bytes to shared memory. If `inside` is false, nothing is read: the last argument is the
// number of bytes set to 0.
template <unsigned kBytes>
__device__ __forceinline__ void copy(float* to, const float* from, size_t offset, bool inside) {
  __pipeline_memcpy_async(to, from + (inside ? offset : 0), kBytes, inside ? 0 : kBytes);
}

template <int kBlock, unsigned kThread, unsigned kDepth, bool kWhole>
__global__ void __launch_bounds__(kBlock, 32 / kThread * 128 / kBlock)  // at most 16 registers per column
    multiply(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  constexpr unsigned kRows = Ring::kRows, kColumns = Ring::kColumns;
  constexpr unsigned kWarpRows = Ring::kWarpRows, kWarpColumns = Ring::kWarpColumns;
  extern __shared__ __align__(16) unsigned char shared[];
  Ring& tiles = *reinterpret_cast<Ring*>(shared);
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
    for (unsigned i = 0; step < k && i < kRows / kDownA; ++i)
      copy<4>(&tiles.a[buffer][column_a][row_a + i * kDownA], from_a[i], step, step + column_a < k);
    for (unsigned i = 0; step < k && row_b + i < kDepth; i += kDownB)
      copy<4 * kWidth>(&tiles.b[buffer][row_b + i][column_b], from_b, (step + i) * n, step + row_b + i < k);
    __pipeline_commit();
  };
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % Ring::kAcross * kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / Ring::kAcross * kWarpRows + lane / kLanesAcross * kVec;
  alignas(16) float sum[kPerThread][kThread] = {};
  for (unsigned i = 0; i + 1 < kBuffers; ++i) start_copies(i * kDepth, i);
  unsigned buffer = 0;
  for (size_t step = 0; step < k; step += kDepth) {
    __pipeline_wait_prior(kBuffers - 2);  // this thread's copies of these tiles have arrived
    __syncthreads();  // these tiles are complete, and no thread needs the previous tiles any more
    start_copies(step + (kBuffers - 1) * kDepth, (buffer + kBuffers - 1) % kBuffers);
    const auto& tile_a = tiles.a[buffer];
    const auto& tile_b = tiles.b[buffer];
#pragma unroll
    for (unsigned d = 0; d < kDepth; ++d) {
      alignas(16) float of_a[kPerThread], of_b[kThread];
      for (unsigned i = 0; i < kPerThread; i += kVec)
        store_vec(of_a + i, load_vec(&tile_a[d][y + i * kLanesDown]));
      for (unsigned i = 0; i < kThread; i += kVec)
        store_vec(of_b + i, load_vec(&tile_b[d][x + i * kLanesAcross]));
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kThread; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    buffer = (buffer + 1) % kBuffers;
  }
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kThread; s += kVec) {
      const size_t row = first_row + y + r / kVec * kVec * kLanesDown + r % kVec;
      const size_t column = first_column + x + s * kLanesAcross;
      if (row < m) store_four<kWhole>(c + row * n, column, n, &sum[r][s]);
    }
}

template <int kBlock, unsigned kThread, unsigned kDepth>
void multiply_by_tiles(const MatmulJob<float>& job) {
  if (job.m == 0 || job.n == 0) return;  // there is no last row or column to copy
  using Ring = RingOf<kBlock, kThread, kDepth>;
  const auto kernel =
      whole_vectors(job) ? multiply<kBlock, kThread, kDepth, true> : multiply<kBlock, kThread, kDepth, false>;
  const dim3 grid = job.tiles(Ring::kRows, Ring::kColumns);
  launch(job, kernel, {grid, kBlock, sizeof(Ring)}, job.a, job.b, job.c, job.m, job.n, job.k);
}

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_by_tiles<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/wide_threads", "8 × 16 results per thread", run)
    .after("unrolled")
    .min_block(128)
    .max_block(256);
