// matmul_bf16/mma · a warp multiplies small matrices on tensor cores
// One instruction (mma) multiplies 16 rows of A by 8 columns of B, with 16 products per result. Operands and
// results are spread over the warp's registers as *fragments*: stage/tensor_cores.h shows the values of each lane.
// Watch: shared load requests. Elements of B are loaded one by one, because the two halves of a register come from two
// rows.
// The diff is long: a thread's result becomes a warp's fragments.
#include "tracks/matmul.h"
#include "stage/tensor_cores.h"

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

template <int kBlock>
__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, size_t m, size_t n,
                         size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  alignas(4) __shared__ __nv_bfloat16 tile_a[kRows][kDepth];
  __shared__ __nv_bfloat16 tile_b[kDepth][kColumns];
  const __nv_bfloat16 zero = 0.0f;
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const unsigned warp = threadIdx.x / kWarpSize, g = threadIdx.x % kWarpSize / 4, t = threadIdx.x % 4;
  const unsigned x = warp % kAcross * kWarpColumns, y = warp / kAcross * kWarpRows;
  FragmentC sum[kWarpRows / 16][kWarpColumns / 8] = {};
  for (size_t step = 0; step < k; step += kDepth) {
    for (unsigned i = threadIdx.x; i < kRows * kDepth; i += kBlock) {
      const size_t row = first_row + i / kDepth, column = step + i % kDepth;
      tile_a[i / kDepth][i % kDepth] = row < m && column < k ? a[row * k + column] : zero;
    }
    for (unsigned i = threadIdx.x; i < kDepth * kColumns; i += kBlock) {
      const size_t row = step + i / kColumns, column = first_column + i % kColumns;
      tile_b[i / kColumns][i % kColumns] = row < k && column < n ? b[row * n + column] : zero;
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
      for (unsigned i = 0; i < 4; ++i) {
        const size_t row = first_row + y + 16 * r + g + i / 2 * 8;
        const size_t column = first_column + x + 8 * s + 2 * t + i % 2;
        if (row < m && column < n) c[row * n + column] = sum[r][s][i];
      }
}

void run(const MatmulJob<__nv_bfloat16, float>& job) {
  with_block_size(job.block, [&](auto block) {
    const dim3 grid = job.tiles(Tile<block>::kRows, Tile<block>::kColumns);
    launch(job, multiply<block>, {grid, static_cast<unsigned>(block)}, job.a, job.b, job.c, job.m, job.n,
           job.k);
  });
}

}  // namespace

STAGE("matmul_bf16/mma", "products on tensor cores", run).after("tiled").max_block(512).needs_sm(80);
