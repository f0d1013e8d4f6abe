// matmul_bf16/wgmma · tensor cores read the tiles themselves
// Four warps together, a warpgroup, multiply 64 rows of A by 256 columns of B with one instruction, wgmma, which
// reads both from shared memory. There are no fragments of A and B. A step is twice as deep, so that a row of A
// has 128 bytes.
// Watch: no shared load requests, and half as many barriers in the loop.
// The diff is long: everything that deals with fragments of A and B is removed, and the tile of C has a new shape.
#include "07_tma.cuh"
#include "stage/warpgroup.h"

namespace {

constexpr unsigned kWarpgroup = 128, kRowsEach = 64;  // threads, and their rows of C
constexpr unsigned kColumns = 256;                    // of C
constexpr unsigned kDepth = 64;                       // products per step
constexpr unsigned kBuffers = 3;                      // one is used while the next two are filled
constexpr unsigned kBox = 64;                         // columns of a box of B

template <int kBlock>
struct Tiles {
  static constexpr unsigned kRows = kBlock / kWarpgroup * kRowsEach;  // of C
  __nv_bfloat16 a[kBuffers][kRows][kDepth];
  __nv_bfloat16 b[kBuffers][kColumns / kBox][kDepth][kBox];
  Barrier full[kBuffers];
};

template <int kBlock, bool kWhole>
__global__ void __launch_bounds__(kBlock)
    multiply(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, float* c, size_t m,
             size_t n, size_t k) {
  constexpr unsigned kRows = Tiles<kBlock>::kRows;
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
  const unsigned y = warp / 4 * kRowsEach;
  alignas(8) float sum[kColumns / 2] = {};
  if (threadIdx.x == 0) barriers_init(tiles.full, 1);
  for (unsigned buffer = 0; buffer < kBuffers - 1; ++buffer) start_copies(buffer * kDepth, buffer);
  __syncthreads();  // the barriers are initialised
  unsigned buffer = 0, phase = 0;
  for (size_t step = 0; step < k; step += kDepth) {
    barrier_wait(&tiles.full[buffer], phase);  // these tiles have arrived,
    __syncthreads();                           // and no thread needs the previous tiles any more
    start_copies(step + (kBuffers - 1) * kDepth, (buffer + kBuffers - 1) % kBuffers);
    warpgroup_fence();
    for (unsigned d = 0; d < kDepth; d += 16)
      warpgroup_multiply_add(sum, tile_at(&tiles.a[buffer][y][d], 0),
                             tile_at(tiles.b[buffer][0][d], sizeof tiles.b[0][0]));
    warpgroup_commit();
    warpgroup_wait<0>();
    buffer = (buffer + 1) % kBuffers;
    if (buffer == 0) ++phase;
  }
  for (unsigned s = 0; s < kColumns / 8; ++s)
    for (unsigned i = 0; i < 4; i += 2) {
      const size_t row = first_row + y + warp % 4 * 16 + g + i / 2 * 8, column = first_column + 8 * s + 2 * t;
      if (row < m) store_two<kWhole>(c + row * n, column, n, &sum[4 * s + i]);
    }
}

void run(const Matrices& job) {
  if (job.m == 0 || job.n == 0) return;
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) {
      using T = Tiles<block>;
      const TensorMap a = boxes_of(job, "a", job.a, job.m, job.k, T::kRows, kDepth);
      const TensorMap b = boxes_of(job, "b", job.b, job.k, job.n, kDepth, kBox);
      launch(job, job.n % kVec == 0 ? multiply<block, true> : multiply<block, false>,
             {job.tiles(T::kRows, kColumns), unsigned{block}, sizeof(T)}, a, b, job.c, job.m, job.n, job.k);
    }
  });
}

}  // namespace

STAGE("matmul_bf16/wgmma", "tensor cores read the tiles themselves", run)
    .after("tma")
    .min_block(128)
    .max_block(256)
    .only_sm(90);
