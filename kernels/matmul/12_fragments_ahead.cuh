// The kernel of `fragments_ahead`.
#pragma once
#include "11_whole_tiles.cuh"

namespace {

// For matrices that consist of whole tiles and need at least as many steps as there are buffers. The lengths
// are signed, because otherwise nvcc assigns registers differently (docs/matmul/fragments_ahead.md).
template <int kBlock, unsigned kThread, unsigned kDepth>
__global__ void __launch_bounds__(kBlock, 256 / kBlock)  // at most 255 registers per thread
    multiply_ahead(const float* a, const float* b, float* c, int m, int n, int k) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  constexpr unsigned kRows = Ring::kRows, kColumns = Ring::kColumns;
  extern __shared__ __align__(16) unsigned char shared[];
  Ring& tiles = *reinterpret_cast<Ring*>(shared);
  const size_t first_row = size_t{blockIdx.y} * kRows, first_column = size_t{blockIdx.x} * kColumns;
  // This thread's first element in each tile of A and of B; each further one is kDownA or kDownB rows lower.
  constexpr unsigned kDownA = kBlock / kDepth, kDownB = kBlock * kVec / kColumns;
  const unsigned row_a = threadIdx.x / kDepth, column_a = threadIdx.x % kDepth;
  const unsigned row_b = threadIdx.x * kVec / kColumns, column_b = threadIdx.x * kVec % kColumns;
  const float* const from_a = a + (first_row + row_a) * k + column_a;
  const float* const from_b = b + size_t{row_b} * n + first_column + column_b;
  const auto start_copies = [&](unsigned step, unsigned buffer) {
    if (step < unsigned(k)) {
      for (unsigned i = 0; i < kRows / kDownA; ++i)
        __pipeline_memcpy_async(&tiles.a[buffer][column_a][row_a + i * kDownA],
                                from_a + size_t{i * kDownA} * k + step, 4);
      for (unsigned i = 0; i < kDepth; i += kDownB)
        __pipeline_memcpy_async(&tiles.b[buffer][row_b + i][column_b], from_b + size_t{step + i} * n, 16);
    }
    __pipeline_commit();
  };
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const unsigned x = warp % Ring::kAcross * Ring::kWarpColumns + lane % kLanesAcross * kVec;
  const unsigned y = warp / Ring::kAcross * Ring::kWarpRows + lane / kLanesAcross * kVec;
  alignas(16) float sum[kPerThread][kThread] = {};
  alignas(16) float of_a[2][kPerThread], of_b[2][kThread];  // for the current d and for the next one
  const auto load_fragments = [&](unsigned buffer, unsigned d) {
    for (unsigned i = 0; i < kPerThread; i += kVec)
      store_vec(of_a[d % 2] + i, load_vec(&tiles.a[buffer][d][y + i * kLanesDown]));
    for (unsigned i = 0; i < kThread; i += kVec)
      store_vec(of_b[d % 2] + i, load_vec(&tiles.b[buffer][d][x + i * kLanesAcross]));
  };
  for (unsigned i = 0; i + 1 < kBuffers; ++i) start_copies(i * kDepth, i);
  unsigned buffer = 0;
  __pipeline_wait_prior(kBuffers - 2);
  __syncthreads();
  load_fragments(0, 0);
  for (unsigned step = 0; step < unsigned(k); step += kDepth) {
    const unsigned next = (buffer + 1) % kBuffers;
    start_copies(step + (kBuffers - 1) * kDepth, (buffer + kBuffers - 1) % kBuffers);
#pragma unroll
    for (unsigned d = 0; d < kDepth; ++d) {
      if (d + 1 == kDepth) {
        __pipeline_wait_prior(kBuffers - 2);  // this thread's copies of the next tiles have arrived
        __syncthreads();          // the next tiles are complete, and no thread needs these tiles any more
        load_fragments(next, 0);  // after the last step: values of an earlier step, which are not used
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
  }
  for (unsigned r = 0; r < kPerThread; ++r)
    for (unsigned s = 0; s < kThread; s += kVec) {
      const size_t row = first_row + y + r / kVec * kVec * kLanesDown + r % kVec;
      const size_t column = first_column + x + s * kLanesAcross;
      // This is always true, but without the test nvcc assigns registers differently.
      if (row < size_t(m)) store_vec(c + row * n + column, load_vec(&sum[r][s]));
    }
}

template <int kBlock, unsigned kThread, unsigned kDepth>
void multiply_ahead_if_whole(const MatmulJob<float>& job) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  const dim3 grid = job.tiles(Ring::kRows, Ring::kColumns);
  const bool whole = job.m % Ring::kRows == 0 && job.n % Ring::kColumns == 0 && job.k % kDepth == 0 &&
                     job.m > 0 && job.n > 0 && job.k >= kBuffers * kDepth &&
                     std::max({job.m, job.n, job.k}) < 1u << 31 && std::max(grid.x, grid.y) < 65536 &&
                     grid.z == 1;
  if (!whole) return multiply_by_tiles<kBlock, kThread, kDepth>(job);
  launch(job, multiply_ahead<kBlock, kThread, kDepth>, {grid, kBlock, sizeof(Ring)}, job.a, job.b, job.c,
         job.m, job.n, job.k);
}

}  // namespace
