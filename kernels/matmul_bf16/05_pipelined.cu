// matmul_bf16/pipelined · two steps are copied while one is multiplied
// Each tile has three buffers. cp.async fills two of them while the warps multiply the third. If n or k is not a
// multiple of eight, ordinary loads and stores copy the elements.
// Watch: half the barriers.
// The diff is long: the copies move into a function, which is called in two places.
#include <cuda_pipeline_primitives.h>

#include "02_vectorised.cuh"

namespace {

constexpr unsigned kWarpRows = 32, kWarpColumns = 32;  // of C, per warp: two fragments down, four across
constexpr unsigned kDepth = 32;                        // products per step
constexpr unsigned kBuffers = 3;                       // one is used while the next two are filled

template <int kBlock>
struct Tile {  // of C
  static constexpr unsigned kWarps = kBlock / kWarpSize, kAcross = kWarps < 4 ? kWarps : 4;
  static constexpr unsigned kRows = kWarps / kAcross * kWarpRows, kColumns = kAcross * kWarpColumns;
};

// Returns where a row of a tile stores the eight elements from `column` on. Groups of eight are permuted, so
// that the groups of one column are in different banks. A row has 32 elements, or a multiple of 64.
template <unsigned kColumns>
__device__ __forceinline__ unsigned swizzled(unsigned row, unsigned column) {
  constexpr unsigned kGroups = kColumns < 64 ? 4 : 8;
  return column ^ row / (8 / kGroups) % kGroups * kVec;
}

// Starts copying the elements that load_eight() loads. cp.async copies 4 bytes or more, so single elements are
// copied immediately.
template <bool kWhole>
__device__ __forceinline__ void copy_eight(__nv_bfloat16* to, const __nv_bfloat16* matrix, size_t row,
                                           size_t i, size_t length, bool is_row) {
  if (kWhole) {
    const bool inside = is_row && i < length;
    __pipeline_memcpy_async(to, matrix + (inside ? row + i : 0), 16, inside ? 0 : 16);
  } else {
    store_vec(to, load_eight<kWhole>(matrix + row, i, length, is_row));
  }
}

template <int kBlock, bool kWhole>
__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, size_t m, size_t n,
                         size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ __nv_bfloat16 tiles_a[kBuffers][kRows][kDepth];
  alignas(16) __shared__ __nv_bfloat16 tiles_b[kBuffers][kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const auto start_copies = [&](size_t step, unsigned buffer) {
    for (unsigned i = threadIdx.x * kVec; i < kRows * kDepth && step < k; i += kBlock * kVec) {
      const size_t row = first_row + i / kDepth;
      copy_eight<kWhole>(&tiles_a[buffer][i / kDepth][swizzled<kDepth>(i / kDepth, i % kDepth)], a, row * k,
                         step + i % kDepth, k, row < m);
    }
    for (unsigned i = threadIdx.x * kVec; i < kDepth * kColumns && step < k; i += kBlock * kVec) {
      const size_t row = step + i / kColumns;
      copy_eight<kWhole>(&tiles_b[buffer][i / kColumns][swizzled<kColumns>(i / kColumns, i % kColumns)], b,
                         row * n, first_column + i % kColumns, n, row < k);
    }
    __pipeline_commit();
  };
  const unsigned warp = threadIdx.x / kWarpSize, lane = threadIdx.x % kWarpSize, g = lane / 4, t = lane % 4;
  const unsigned x = warp % kAcross * kWarpColumns, y = warp / kAcross * kWarpRows;
  alignas(8) FragmentC sum[kWarpRows / 16][kWarpColumns / 8] = {};
  for (unsigned buffer = 0; buffer < kBuffers - 1; ++buffer) start_copies(buffer * kDepth, buffer);
  unsigned buffer = 0;
  for (size_t step = 0; step < k; step += kDepth) {
    __pipeline_wait_prior(kBuffers - 2);  // this thread's copies of these tiles have arrived
    __syncthreads();  // these tiles are complete, and no thread needs the previous tiles any more
    start_copies(step + (kBuffers - 1) * kDepth, (buffer + kBuffers - 1) % kBuffers);
    const auto& tile_a = tiles_a[buffer];
    const auto& tile_b = tiles_b[buffer];
    for (unsigned d = 0; d < kDepth; d += 16) {
      FragmentA of_a[kWarpRows / 16];
      FragmentB of_b[kWarpColumns / 8];
      for (unsigned r = 0; r < kWarpRows / 16; ++r) {
        const unsigned row = y + 16 * r + lane % 16, column = d + lane / 16 * 8;
        load_matrices(of_a[r], &tile_a[row][swizzled<kDepth>(row, column)]);
      }
      for (unsigned s = 0; s < kWarpColumns / 8; s += 2) {  // fills of_b[s] and of_b[s + 1]
        const unsigned row = d + lane % 16, column = x + 8 * s + lane / 16 * 8;
        load_matrices<true>(of_b[s], &tile_b[row][swizzled<kColumns>(row, column)]);
      }
      for (unsigned r = 0; r < kWarpRows / 16; ++r)
        for (unsigned s = 0; s < kWarpColumns / 8; ++s) multiply_add(sum[r][s], of_a[r], of_b[s]);
    }
    buffer = (buffer + 1) % kBuffers;
  }
  for (unsigned r = 0; r < kWarpRows / 16; ++r)
    for (unsigned s = 0; s < kWarpColumns / 8; ++s)
      for (unsigned i = 0; i < 4; i += 2) {
        const size_t row = first_row + y + 16 * r + g + i / 2 * 8, column = first_column + x + 8 * s + 2 * t;
        if (row < m) store_two<kWhole>(c + row * n, column, n, &sum[r][s][i]);
      }
}

void run(const Matrices& job) {
  const bool whole = whole_vectors(job);
  with_block_size(job.block, [&](auto block) {
    if constexpr (block <= 512) {  // larger ones would need more than 48 KiB of shared memory
      const dim3 grid = job.tiles(Tile<block>::kRows, Tile<block>::kColumns);
      launch(job, whole ? multiply<block, true> : multiply<block, false>,
             {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n, job.k);
    }
  });
}

}  // namespace

STAGE("matmul_bf16/pipelined", "two steps are copied while one is multiplied", run)
    .after("swizzled")
    .max_block(512)
    .needs_sm(80);
