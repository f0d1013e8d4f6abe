// The kernel of `specialised`. `best` launches it with another width, too.
#pragma once
#include "07_tma.cuh"
#include "stage/warpgroup.h"

namespace {

constexpr unsigned kWarpgroup = 128, kRowsEach = 64;  // threads, and their rows of C
constexpr unsigned kConsumers = 2;                  // warpgroups that multiply; one more requests the copies
constexpr unsigned kRows = kConsumers * kRowsEach;  // of C
constexpr unsigned kDepth = 64;                     // products per step
constexpr unsigned kBox = 64;                       // columns of a box of B
constexpr unsigned kDown = 8;  // tiles one below another, computed before the next column of tiles

template <unsigned kColumns>
struct Ring {
  static constexpr unsigned kBuffers = kColumns == 256 ? 4 : 6;  // 192 KiB of tiles
  __nv_bfloat16 a[kBuffers][kRows][kDepth];
  __nv_bfloat16 b[kBuffers][kColumns / kBox][kDepth][kBox];
  Barrier full[kBuffers], empty[kBuffers];
};

struct Place {
  size_t row, column;
};

// Returns where tile number `tile` begins. Within kDown rows of tiles, the order is column by column, so tiles
// of C computed at the same time share tiles of A and of B in the L2 cache.
template <unsigned kColumns>
__device__ __forceinline__ Place place_of(unsigned tile, size_t m, size_t n) {
  const unsigned down = static_cast<unsigned>((m + kRows - 1) / kRows),
                 across = static_cast<unsigned>((n + kColumns - 1) / kColumns);
  const unsigned above = tile / (kDown * across) * kDown, in_band = tile % (kDown * across),
                 height = down - above < kDown ? down - above : kDown;
  return {size_t{above + in_band % height} * kRows, size_t{in_band / height} * kColumns};
}

template <unsigned kColumns, bool kWhole>
__global__ void __launch_bounds__((kConsumers + 1) * kWarpgroup, 1)
    multiply(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, float* c, size_t m,
             size_t n, size_t k, unsigned tiles) {
  using Buffers = Ring<kColumns>;
  extern __shared__ __align__(1024) unsigned char shared[];
  Buffers& ring = *reinterpret_cast<Buffers*>(shared);
  if (threadIdx.x == 0) {
    barriers_init(ring.full, 1);
    barriers_init(ring.empty, kConsumers * kWarpgroup / kWarpSize);  // each warp of a consumer arrives once
  }
  __syncthreads();
  const unsigned warpgroup = threadIdx.x / kWarpgroup, warp = threadIdx.x / kWarpSize % 4,
                 lane = threadIdx.x % kWarpSize;
  unsigned buffer = 0, phase = 0;
  const auto next_buffer = [&] {
    buffer = (buffer + 1) % Buffers::kBuffers;
    if (buffer == 0) ++phase;
  };
  if (warpgroup == kConsumers) {  // the producer
    give_registers<40>();
    if (threadIdx.x % kWarpgroup > 0) return;
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      const Place at = place_of<kColumns>(tile, m, n);
      for (size_t step = 0; step < k; step += kDepth, next_buffer()) {
        barrier_wait(&ring.empty[buffer], phase + 1);  // at first, every buffer is empty
        barrier_expect(&ring.full[buffer], sizeof ring.a[0] + sizeof ring.b[0]);
        tensor_load(ring.a[buffer], a, at.row, step, &ring.full[buffer]);
        for (unsigned i = 0; i < kColumns / kBox; ++i)
          tensor_load(ring.b[buffer][i], b, step, at.column + i * kBox, &ring.full[buffer]);
      }
    }
    return;
  }
  take_registers<232>();
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const Place at = place_of<kColumns>(tile, m, n);
    alignas(8) float sum[kColumns / 2] = {};
    for (size_t step = 0; step < k; step += kDepth, next_buffer()) {
      barrier_wait(&ring.full[buffer], phase);
      warpgroup_fence();
      for (unsigned d = 0; d < kDepth; d += 16)
        warpgroup_multiply_add(sum, tile_at(&ring.a[buffer][warpgroup * kRowsEach][d], 0),
                               tile_at(ring.b[buffer][0][d], sizeof ring.b[0][0]));
      warpgroup_commit();
      // Waits until the previous step's products are complete. The products of this step continue.
      warpgroup_wait<1>();
      if (step > 0 && lane == 0)
        barrier_arrive(&ring.empty[(buffer + Buffers::kBuffers - 1) % Buffers::kBuffers]);
    }
    warpgroup_wait<0>();
    if (k > 0 && lane == 0) barrier_arrive(&ring.empty[(buffer + Buffers::kBuffers - 1) % Buffers::kBuffers]);
    for (unsigned s = 0; s < kColumns / 8; ++s)
      for (unsigned i = 0; i < 4; i += 2) {
        const size_t row = at.row + warpgroup * kRowsEach + warp * 16 + lane / 4 + i / 2 * 8,
                     column = at.column + 8 * s + lane % 4 * 2;
        if (row < m) store_two<kWhole>(c + row * n, column, n, &sum[4 * s + i]);
      }
  }
}

template <unsigned kColumns>
unsigned tiles_of(const Matrices& job) {
  return blocks_for(job.m, kRows) * blocks_for(job.n, kColumns);
}

template <unsigned kColumns>
void multiply_by_tiles(const Matrices& job) {
  if (job.m == 0 || job.n == 0) return;
  const TensorMap a = boxes_of(job, "a", job.a, job.m, job.k, kRows, kDepth);
  const TensorMap b = boxes_of(job, "b", job.b, job.k, job.n, kDepth, kBox);
  const auto kernel = job.n % kVec == 0 ? multiply<kColumns, true> : multiply<kColumns, false>;
  const unsigned tiles = tiles_of<kColumns>(job), block = (kConsumers + 1) * kWarpgroup;
  const unsigned grid = std::min(tiles, job.context.device().multiprocessors);
  launch(job, kernel, {grid, block, sizeof(Ring<kColumns>)}, a, b, job.c, job.m, job.n, job.k, tiles);
}

}  // namespace
