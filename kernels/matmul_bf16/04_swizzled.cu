// matmul_bf16/swizzled · eight rows begin in different banks
// Within each row of a tile, the groups of eight elements are permuted: the group index is XORed with bits of
// the row index. Padding would have the same effect, but would need more shared memory.
// Watch: four wavefronts for each ldmatrix, which moves 512 bytes, so there is no bank conflict.
#include "02_vectorised.cuh"

namespace {

constexpr unsigned kWarpRows = 32, kWarpColumns = 32;  // of C, per warp: two fragments down, four across
constexpr unsigned kDepth = 32;                        // products per step

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

template <int kBlock, bool kWhole>
__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, size_t m, size_t n,
                         size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ __nv_bfloat16 tile_a[kRows][kDepth];
  alignas(16) __shared__ __nv_bfloat16 tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned warp = threadIdx.x / kWarpSize, lane = threadIdx.x % kWarpSize, g = lane / 4, t = lane % 4;
  const unsigned x = warp % kAcross * kWarpColumns, y = warp / kAcross * kWarpRows;
  alignas(8) FragmentC sum[kWarpRows / 16][kWarpColumns / 8] = {};
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x * kVec; i < kRows * kDepth; i += kBlock * kVec) {
      const size_t row = first_row + i / kDepth;
      store_vec(&tile_a[i / kDepth][swizzled<kDepth>(i / kDepth, i % kDepth)],
                load_eight<kWhole>(a + row * k, step + i % kDepth, k, row < m));
    }
    for (unsigned i = threadIdx.x * kVec; i < kDepth * kColumns; i += kBlock * kVec) {
      const size_t row = step + i / kColumns;
      store_vec(&tile_b[i / kColumns][swizzled<kColumns>(i / kColumns, i % kColumns)],
                load_eight<kWhole>(b + row * n, first_column + i % kColumns, n, row < k));
    }
    __syncthreads();
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
    __syncthreads();
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
    const dim3 grid = job.tiles(Tile<block>::kRows, Tile<block>::kColumns);
    launch(job, whole ? multiply<block, true> : multiply<block, false>, {grid, static_cast<unsigned>(block)},
           job.a, job.b, job.c, job.m, job.n, job.k);
  });
}

}  // namespace

STAGE("matmul_bf16/swizzled", "rows are stored in another order of groups", run)
    .after("ldmatrix")
    .max_block(512)
    .needs_sm(80);
