// The kernel of `stream_k`. `best` launches it with other shapes, too.
#pragma once
#include <cuda/atomic>

#include "13_spread_copies.cuh"

namespace {

// Adding up the parts of a tile takes about as long as two steps, so a block has at least kFewestSteps steps.
constexpr int kFewestSteps = 8;

// Returns a block's first step: the steps of all tiles are numbered and divided equally. If this step is near
// the edge of a tile, the edge is taken instead, so that each part of a tile has a step for every buffer.
__device__ __forceinline__ int first_step(int block, int blocks, int tiles, int steps) {
  const int step = int(int64_t{tiles} * steps * block / blocks), above = step % steps, below = steps - above;
  return above < int(kBuffers) ? step - above : below < int(kBuffers) ? step + below : step;
}

// A block publishes at most one part of a tile (its last), and does so before it waits for an earlier block.
template <int kBlock, unsigned kThread, unsigned kDepth>
__global__ void __launch_bounds__(kBlock, 256 / kBlock)  // at most 255 registers per thread
    multiply_stream(const float* a, const float* b, float* c, int m, int n, int k, float* parts,
                    unsigned* published) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  extern __shared__ __align__(16) unsigned char shared[];
  const int down = m / int(Ring::kRows), tiles = down * (n / int(Ring::kColumns)), steps = k / int(kDepth);
  const auto first_of = [&](int block) { return first_step(block, int(gridDim.x), tiles, steps); };
  const int first = first_of(int(blockIdx.x));
  for (int end = first_of(int(blockIdx.x) + 1); end > first;) {  // from the last tile to the first
    const int tile = (end - 1) / steps, edge = tile * steps, skipped = max(first - edge, 0);
    const size_t first_row = size_t(tile % down) * Ring::kRows;
    const size_t first_column = size_t(tile / down) * Ring::kColumns;
    alignas(16) float sum[kPerThread][kThread] = {};
    add_products(*reinterpret_cast<Ring*>(shared), a + first_row * k + skipped * int(kDepth),
                 b + size_t(skipped) * kDepth * n + first_column, n, k, end - edge - skipped, sum);
    const auto for_each_part = [&](int block, auto f) {  // the part that this block publishes
      float* part = parts + (size_t(block) * kBlock * kPerThread * kThread + threadIdx.x * kVec);
      for (unsigned r = 0; r < kPerThread; ++r)
        for (unsigned s = 0; s < kThread; s += kVec, part += kBlock * kVec) f(part, &sum[r][s]);
    };
    if (end < edge + steps) {  // the next block has the last step of the tile
      for_each_part(int(blockIdx.x), [](float* part, float* four) { store_vec(part, load_vec(four)); });
      __syncthreads();
      if (threadIdx.x == 0) Flag(published[blockIdx.x]).store(1, cuda::memory_order_release);
    } else {
      // The earlier blocks that have steps of the tile.
      for (int block = int(blockIdx.x); first_of(block) > edge;) {
        const Flag flag(published[--block]);
        if (threadIdx.x == 0) {
          while (flag.load(cuda::memory_order_acquire) == 0) {
          }
          flag.store(0, cuda::memory_order_relaxed);  // for the next run
        }
        __syncthreads();  // extends the acquire of thread 0 to the other threads
        for_each_part(block, [](float* part, float* four) {
          const float4 v = __ldcg(reinterpret_cast<const float4*>(part));
          four[0] += v.x, four[1] += v.y, four[2] += v.z, four[3] += v.w;
        });
      }
      store_results<kBlock>(c, first_row, first_column, n, sum);
    }
    end = edge + skipped;
  }
}

template <int kBlock, unsigned kThread, unsigned kDepth>
void multiply_stream_if_whole(const MatmulJob<float>& job) {
  using Ring = RingOf<kBlock, kThread, kDepth>;
  const dim3 grid = job.tiles(Ring::kRows, Ring::kColumns);
  const size_t steps = size_t{grid.x} * grid.y * (job.k / kDepth);
  if (!only_whole_tiles<Ring, kDepth>(job) || steps >= 1u << 31)
    return multiply_by_tiles<kBlock, kThread, kDepth>(job);
  const auto kernel = multiply_stream<kBlock, kThread, kDepth>;
  const size_t resident = std::min(resident_grid(job, kernel, kBlock, sizeof(Ring)),
                                   job.context.device().multiprocessors * (256 / kBlock));
  const auto blocks = unsigned(std::clamp<size_t>(steps / kFewestSteps, 1, resident));
  float* parts = scratch<float>(job, "parts", size_t{blocks} * Ring::kRows * Ring::kColumns);
  unsigned* published = state<unsigned>(job, "published", blocks);
  launch_resident(job, kernel, {blocks, kBlock, sizeof(Ring)}, job.a, job.b, job.c, job.m, job.n, job.k,
                  parts, published);
}

}  // namespace
