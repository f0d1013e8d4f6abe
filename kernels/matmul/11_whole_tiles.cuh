// The kernel of `whole_tiles`. The next stages launch it for incomplete tiles, and with other shapes.
#pragma once
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

// If kWhole is true, all lengths also fit into 32 bits. One instruction can then multiply a length by a number
// and add the product to a pointer.
template <bool kWhole>
using Length = std::conditional_t<kWhole, unsigned, size_t>;

// kInside: every tile is complete, so no copy needs a check, and the rows of a thread are equally spaced.
template <int kBlock, unsigned kThread, unsigned kDepth, bool kWhole, bool kInside>
__device__ __forceinline__ void multiply_tile(const float* a, const float* b, float* c, Length<kWhole> m,
                                              Length<kWhole> n, Length<kWhole> k) {
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
  constexpr unsigned kCopiesA = kRows / kDownA;
  const float* from_a[kInside ? 1 : kCopiesA];
  for (unsigned i = 0; i < (kInside ? 1 : kCopiesA); ++i) {
    const size_t row = first_row + row_a + i * kDownA;
    from_a[i] = a + (kInside || row < m ? row : m - 1) * k + column_a;
  }
  const size_t copied_column = first_column + column_b;
  const float* from_b = b + size_t{row_b} * n + (kInside || copied_column < n ? copied_column : n - kWidth);
  const auto start_copies = [&](Length<kWhole> step, unsigned buffer) {
    for (unsigned i = 0; step < k && i < kCopiesA; ++i)
      copy<4>(&tiles.a[buffer][column_a][row_a + i * kDownA],
              kInside ? from_a[0] + size_t{i * kDownA} * k : from_a[i], kInside ? 0 : step,
              kInside || step + column_a < k);
    for (unsigned i = 0; step < k && i < kDepth; i += kDownB)
      copy<4 * kWidth>(&tiles.b[buffer][row_b + i][column_b], from_b, size_t{(kInside ? 0 : step) + i} * n,
                       kInside || step + row_b + i < k);
    if (kInside) from_a[0] += kDepth, from_b += size_t{kDepth} * n;
    __pipeline_commit();
  };
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % Ring::kAcross * kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / Ring::kAcross * kWarpRows + lane / kLanesAcross * kVec;
  alignas(16) float sum[kPerThread][kThread] = {};
  for (unsigned i = 0; i + 1 < kBuffers; ++i) start_copies(i * kDepth, i);
  unsigned buffer = 0;
  for (Length<kWhole> step = 0; step < k; step += kDepth) {
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
      if (kInside || row < m) store_four<kWhole>(c + row * n, column, n, &sum[r][s]);
    }
}

template <int kBlock, unsigned kThread, unsigned kDepth, bool kWhole>
__global__ void __launch_bounds__(kBlock, 256 / kBlock)  // at most 255 registers per thread
    multiply(const float* a, const float* b, float* c, Length<kWhole> m, Length<kWhole> n, Length<kWhole> k) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  const bool inside = (tile_down() + 1) * Ring::kRows <= m && (size_t{blockIdx.x} + 1) * Ring::kColumns <= n;
  if (kWhole && inside && k % kDepth == 0)
    multiply_tile<kBlock, kThread, kDepth, kWhole, kWhole>(a, b, c, m, n, k);
  else
    multiply_tile<kBlock, kThread, kDepth, kWhole, false>(a, b, c, m, n, k);
}

template <int kBlock, unsigned kThread, unsigned kDepth>
void multiply_by_tiles(const MatmulJob<float>& job) {
  if (job.m == 0 || job.n == 0) return;  // there is no last row or column to copy
  using Ring = RingOf<kBlock, kThread, kDepth>;
  const Shape shape{job.tiles(Ring::kRows, Ring::kColumns), kBlock, sizeof(Ring)};
  const auto start = [&](auto kernel) {
    launch(job, kernel, shape, job.a, job.b, job.c, job.m, job.n, job.k);
  };
  if (whole_vectors(job) && std::max({job.m, job.n, job.k}) < 1u << 31) {
    start(multiply<kBlock, kThread, kDepth, true>);
  } else {
    start(multiply<kBlock, kThread, kDepth, false>);
  }
}

}  // namespace
