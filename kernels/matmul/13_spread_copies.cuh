// The kernel of `spread_copies`, and its inner loop, which `stream_k` runs for parts of tiles.
#pragma once
#include "11_whole_tiles.cuh"

namespace {

// Adds the products of these steps to this thread's sums. There are at least as many steps as buffers. a and b
// point to the first elements of the block's first tiles. The lengths are signed, as in `fragments_ahead`.
template <int kBlock, unsigned kThread, unsigned kDepth>
__device__ __forceinline__ void add_products(RingOf<kBlock, kThread, kDepth>& tiles, const float* a,
                                             const float* b, int n, int k, int steps,
                                             float (&sum)[kPerThread][kThread]) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  constexpr unsigned kRows = Ring::kRows, kColumns = Ring::kColumns;
  // This thread's first element in each tile of A and of B; each further one is kDownA or kDownB rows lower.
  constexpr unsigned kDownA = kBlock / kDepth, kDownB = kBlock * kVec / kColumns;
  const unsigned row_a = threadIdx.x / kDepth, column_a = threadIdx.x % kDepth;
  const unsigned row_b = threadIdx.x * kVec / kColumns, column_b = threadIdx.x * kVec % kColumns;
  constexpr unsigned kCopiesA = kRows / kDownA, kCopies = kCopiesA + kDepth / kDownB;
  a += size_t{row_a} * k + column_a;
  b += size_t{row_b} * n + column_b;
  const auto start_copy = [&](unsigned buffer, unsigned i) {
    if (i < kCopiesA)
      __pipeline_memcpy_async(&tiles.a[buffer][column_a][row_a + i * kDownA], a + size_t{i * kDownA} * k, 4);
    else if (i < kCopies)
      __pipeline_memcpy_async(&tiles.b[buffer][row_b + (i - kCopiesA) * kDownB][column_b],
                              b + size_t{(i - kCopiesA) * kDownB} * n, 16);
  };
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % Ring::kAcross * Ring::kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / Ring::kAcross * Ring::kWarpRows + lane / kLanesAcross * kVec;
  alignas(16) float of_a[2][kPerThread], of_b[2][kThread];  // for the current d and for the next one
  const auto load_fragments = [&](unsigned buffer, unsigned d) {
    for (unsigned i = 0; i < kPerThread; i += kVec)
      store_vec(of_a[d % 2] + i, load_vec(&tiles.a[buffer][d][y + i * kLanesDown]));
    for (unsigned i = 0; i < kThread; i += kVec)
      store_vec(of_b[d % 2] + i, load_vec(&tiles.b[buffer][d][x + i * kLanesAcross]));
  };
  for (unsigned step = 0; step + 1 < kBuffers; ++step) {
    for (unsigned i = 0; i < kCopies; ++i) start_copy(step, i);
    __pipeline_commit();
    a += kDepth, b += size_t{kDepth} * n;
  }
  unsigned buffer = 0;
  __pipeline_wait_prior(kBuffers - 2);
  __syncthreads();
  load_fragments(0, 0);
  for (int left = steps; left > 0; --left) {
    const unsigned next = (buffer + 1) % kBuffers;
#pragma unroll
    for (unsigned d = 0; d < kDepth; ++d) {
      // Two copies from A before each of the first products, then one from B.
      static_assert(kCopies - kCopiesA / 2 < kDepth);
      const unsigned into = (buffer + kBuffers - 1) % kBuffers;
      for (unsigned i = 2 * d; i < 2 * d + 2 && i < kCopiesA; ++i) start_copy(into, i);
      if (2 * d >= kCopiesA) start_copy(into, d + kCopiesA / 2);
      if (d + 2 == kDepth) __pipeline_commit();
      if (d + 1 == kDepth) {
        __pipeline_wait_prior(kBuffers - 2);  // this thread's copies of the next tiles have arrived
        __syncthreads();  // the next tiles are complete, and no thread needs these tiles any more
        load_fragments(next, 0);
      } else {
        load_fragments(buffer, d + 1);
      }
      for (unsigned s = 0; s < kThread; ++s)
        for (unsigned i = 0; i < kPerThread; ++i) {
          const unsigned r = s % 2 == 0 ? i : kPerThread - 1 - i;  // down one column and up the next
          sum[r][s] += of_a[d % 2][r] * of_b[d % 2][s];
        }
    }
    buffer = next;
    // The last tiles are copied again, without being used, because copies without a condition need no branch.
    if (left > int(kBuffers)) a += kDepth, b += size_t{kDepth} * n;
  }
  __pipeline_wait_prior(0);
  __syncthreads();  // the caller may copy other tiles now
}

// Stores this thread's results. The block's tile of C begins at first_row and first_column.
template <int kBlock, unsigned kThread>
__device__ __forceinline__ void store_results(float* c, size_t first_row, size_t first_column, int n,
                                              const float (&sum)[kPerThread][kThread]) {
  using Ring = RingOf<kBlock, kThread, 1>;
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % Ring::kAcross * Ring::kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / Ring::kAcross * Ring::kWarpRows + lane / kLanesAcross * kVec;
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kThread; s += kVec) {
      const size_t row = first_row + y + r / kVec * kVec * kLanesDown + r % kVec;
      const size_t column = first_column + x + s * kLanesAcross;
      store_vec(c + row * n + column, load_vec(&sum[r][s]));
    }
}

template <int kBlock, unsigned kThread, unsigned kDepth>
__global__ void __launch_bounds__(kBlock, 256 / kBlock)  // at most 255 registers per thread
    multiply_spread(const float* a, const float* b, float* c, int n, int k) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  extern __shared__ __align__(16) unsigned char shared[];
  const size_t first_row = size_t{blockIdx.y} * Ring::kRows,
               first_column = size_t{blockIdx.x} * Ring::kColumns;
  alignas(16) float sum[kPerThread][kThread] = {};
  add_products(*reinterpret_cast<Ring*>(shared), a + first_row * k, b + first_column, n, k, k / int(kDepth),
               sum);
  store_results<kBlock>(c, first_row, first_column, n, sum);
}

// Whether C and k consist of whole tiles, with at least as many steps as there are buffers.
template <typename Ring, unsigned kDepth>
bool only_whole_tiles(const MatmulJob<float>& job) {
  return job.m % Ring::kRows == 0 && job.n % Ring::kColumns == 0 && job.k % kDepth == 0 && job.m > 0 &&
         job.n > 0 && job.k >= kBuffers * kDepth && std::max({job.m, job.n, job.k}) < 1u << 31 &&
         job.tiles(Ring::kRows, Ring::kColumns).z == 1;
}

template <int kBlock, unsigned kThread, unsigned kDepth>
void multiply_spread_if_whole(const MatmulJob<float>& job) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  if (!only_whole_tiles<Ring, kDepth>(job)) return multiply_by_tiles<kBlock, kThread, kDepth>(job);
  launch(job, multiply_spread<kBlock, kThread, kDepth>,
         {job.tiles(Ring::kRows, Ring::kColumns), kBlock, sizeof(Ring)}, job.a, job.b, job.c, job.n, job.k);
}

}  // namespace
