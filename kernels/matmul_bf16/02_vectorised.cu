// matmul_bf16/vectorised · 16 bytes per request
// A thread copies eight adjacent elements at once, and stores two adjacent results at once. Fragments are read
// as in `mma`. If n or k is not a multiple of eight, single elements are copied.
// Watch: an eighth of the global load requests, and of the shared store requests.
// The diff is long: the copies move into functions, with a version for rows that do not begin at multiples of 16 bytes.
#include "02_vectorised.cuh"

namespace {

constexpr unsigned kWarpRows = 32, kWarpColumns = 32;  // of C, per warp: two fragments down, four across
constexpr unsigned kDepth = 32;                        // products per step

template <int kBlock>
struct Tile {  // of C
  static constexpr unsigned kWarps = kBlock / kWarpSize, kAcross = kWarps < 4 ? kWarps : 4;
  static constexpr unsigned kRows = kWarps / kAcross * kWarpRows, kColumns = kAcross * kWarpColumns;
};

__device__ uint32_t pair(__nv_bfloat16 first, __nv_bfloat16 second) {
  return uint32_t{__bfloat16_as_ushort(first)} | uint32_t{__bfloat16_as_ushort(second)} << 16;
}

template <int kBlock, bool kWhole>
__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, size_t m, size_t n,
                         size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(16) __shared__ __nv_bfloat16 tile_a[kRows][kDepth];
  alignas(16) __shared__ __nv_bfloat16 tile_b[kDepth][kColumns];
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned warp = threadIdx.x / kWarpSize, g = threadIdx.x % kWarpSize / 4, t = threadIdx.x % 4;
  const unsigned x = warp % kAcross * kWarpColumns, y = warp / kAcross * kWarpRows;
  alignas(8) FragmentC sum[kWarpRows / 16][kWarpColumns / 8] = {};
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x * kVec; i < kRows * kDepth; i += kBlock * kVec) {
      const size_t row = first_row + i / kDepth;
      store_vec(&tile_a[i / kDepth][i % kDepth],
                load_eight<kWhole>(a + row * k, step + i % kDepth, k, row < m));
    }
    for (unsigned i = threadIdx.x * kVec; i < kDepth * kColumns; i += kBlock * kVec) {
      const size_t row = step + i / kColumns;
      store_vec(&tile_b[i / kColumns][i % kColumns],
                load_eight<kWhole>(b + row * n, first_column + i % kColumns, n, row < k));
    }
    __syncthreads();
    for (unsigned d = 0; d < kDepth; d += 16) {
      FragmentA of_a[kWarpRows / 16];
      FragmentB of_b[kWarpColumns / 8];
      for (unsigned r = 0; r < kWarpRows / 16; ++r)
        for (unsigned i = 0; i < 4; ++i) {
          const auto two =
              load_vec<__nv_bfloat16, 2>(&tile_a[y + 16 * r + g + i % 2 * 8][d + 2 * t + i / 2 * 8]);
          of_a[r][i] = pair(two.item[0], two.item[1]);
        }
      for (unsigned s = 0; s < kWarpColumns / 8; ++s)
        for (unsigned i = 0; i < 2; ++i) {
          const __nv_bfloat16* const first = &tile_b[d + 2 * t + i * 8][x + 8 * s + g];
          of_b[s][i] = pair(first[0], first[kColumns]);
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

STAGE("matmul_bf16/vectorised", "tiles are copied 16 bytes at a time", run)
    .after("mma")
    .max_block(512)
    .needs_sm(80);
