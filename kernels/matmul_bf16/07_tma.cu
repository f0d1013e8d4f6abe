// matmul_bf16/tma · one thread requests the copies of a tile
// The Tensor Memory Accelerator (TMA) copies boxes of A and B: it computes addresses, swizzles elements, and stores
// zeros where a box extends beyond its matrix. Barriers in shared memory announce that the bytes have arrived.
// Watch: far fewer global load requests, because a whole box counts as one.
// The diff is long: the functions that copy are removed.
#include "07_tma.cuh"

namespace {

constexpr unsigned kWarpRows = 64, kWarpColumns = 64;  // of C, per warp: four fragments down, eight across
constexpr unsigned kDepth = 32;                        // products per step
constexpr unsigned kBuffers = 3;                       // one is used while the next two are filled
constexpr unsigned kBox = 64;                          // columns of a box of B

template <int kBlock>
struct Tile {  // of C
  static constexpr unsigned kWarps = kBlock / kWarpSize, kAcross = kWarps < 2 ? kWarps : 2;
  static constexpr unsigned kRows = kWarps / kAcross * kWarpRows, kColumns = kAcross * kWarpColumns;
};

template <int kBlock>
struct Tiles {
  __nv_bfloat16 a[kBuffers][Tile<kBlock>::kRows][kDepth];
  __nv_bfloat16 b[kBuffers][Tile<kBlock>::kColumns / kBox][kDepth][kBox];
  Barrier full[kBuffers];
};

// Returns where a row of a box stores the eight elements from `column` on. Groups of eight are permuted, so
// that the groups of one column are in different banks.
template <unsigned kColumns>
__device__ __forceinline__ unsigned swizzled(unsigned row, unsigned column) {
  constexpr unsigned kGroups = kColumns / kVec;
  return column ^ row / (8 / kGroups) % kGroups * kVec;
}

template <int kBlock, bool kWhole>
__global__ void multiply(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, float* c,
                         size_t m, size_t n, size_t k) {
  constexpr unsigned kAcross = Tile<kBlock>::kAcross;
  constexpr unsigned kRows = Tile<kBlock>::kRows, kColumns = Tile<kBlock>::kColumns;
  extern __shared__ __align__(1024) unsigned char shared[];
  Tiles<kBlock>& tiles = *reinterpret_cast<Tiles<kBlock>*>(shared);
  const size_t first_row = tile_down() * kRows, first_column = size_t{blockIdx.x} * kColumns;
  const auto start_copies = [&](size_t step, unsigned buffer) {
    if (threadIdx.x > 0 || step >= k) return;
    barrier_expect(&tiles.full[buffer], sizeof tiles.a[0] + sizeof tiles.b[0]);
    tensor_load(tiles.a[buffer], a, first_row, step, &tiles.full[buffer]);
    for (unsigned i = 0; i < kColumns / kBox; ++i)
      tensor_load(tiles.b[buffer][i], b, step, first_column + i * kBox, &tiles.full[buffer]);
  };
  const unsigned warp = threadIdx.x / kWarpSize, lane = threadIdx.x % kWarpSize, g = lane / 4, t = lane % 4;
  const unsigned x = warp % kAcross * kWarpColumns, y = warp / kAcross * kWarpRows;
  alignas(8) FragmentC sum[kWarpRows / 16][kWarpColumns / 8] = {};
  if (threadIdx.x == 0) barriers_init(tiles.full, 1);
  for (unsigned buffer = 0; buffer < kBuffers - 1; ++buffer) start_copies(buffer * kDepth, buffer);
  __syncthreads();  // the barriers are initialised
  unsigned buffer = 0, phase = 0;
  for (size_t step = 0; step < k; step += kDepth) {
    barrier_wait(&tiles.full[buffer], phase);  // these tiles have arrived,
    __syncthreads();                           // and no thread needs the previous tiles any more
    start_copies(step + (kBuffers - 1) * kDepth, (buffer + kBuffers - 1) % kBuffers);
    const auto& tile_a = tiles.a[buffer];
    const auto& tile_b = tiles.b[buffer];
    for (unsigned d = 0; d < kDepth; d += 16) {
      FragmentA of_a[kWarpRows / 16];
      FragmentB of_b[kWarpColumns / 8];
      for (unsigned r = 0; r < kWarpRows / 16; ++r) {
        const unsigned row = y + 16 * r + lane % 16, column = d + lane / 16 * 8;
        load_matrices(of_a[r], &tile_a[row][swizzled<kDepth>(row, column)]);
      }
      for (unsigned s = 0; s < kWarpColumns / 8; s += 2) {  // fills of_b[s] and of_b[s + 1]
        const unsigned row = d + lane % 16, column = x + 8 * s + lane / 16 * 8;
        load_matrices<true>(of_b[s], &tile_b[column / kBox][row][swizzled<kBox>(row, column % kBox)]);
      }
      for (unsigned r = 0; r < kWarpRows / 16; ++r)
        for (unsigned s = 0; s < kWarpColumns / 8; ++s) multiply_add(sum[r][s], of_a[r], of_b[s]);
    }
    buffer = (buffer + 1) % kBuffers;
    if (buffer == 0) ++phase;
  }
  for (unsigned r = 0; r < kWarpRows / 16; ++r)
    for (unsigned s = 0; s < kWarpColumns / 8; ++s)
      for (unsigned i = 0; i < 4; i += 2) {
        const size_t row = first_row + y + 16 * r + g + i / 2 * 8, column = first_column + x + 8 * s + 2 * t;
        if (row < m) store_two<kWhole>(c + row * n, column, n, &sum[r][s][i]);
      }
}

void run(const Matrices& job) {
  if (job.m == 0 || job.n == 0) return;
  with_block_size(job.block, [&](auto block) {
    if constexpr (block <= 256) {
      using T = Tile<block>;
      const TensorMap a = boxes_of(job, "a", job.a, job.m, job.k, T::kRows, kDepth);
      const TensorMap b = boxes_of(job, "b", job.b, job.k, job.n, kDepth, kBox);
      launch(job, job.n % kVec == 0 ? multiply<block, true> : multiply<block, false>,
             {job.tiles(T::kRows, T::kColumns), unsigned{block}, sizeof(Tiles<block>)}, a, b, job.c, job.m,
             job.n, job.k);
    }
  });
}

}  // namespace

STAGE("matmul_bf16/tma", "one thread requests the copies of a tile", run)
    .after("wide_warps")
    .max_block(256)
    .needs_sm(90);
