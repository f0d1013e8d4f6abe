// The kernel of pack/lookahead, where it is explained, and its launcher; pack/best launches it, too.
#include "stage/bulk_copy.h"
#include "stage/messages.h"
#include "stage/pack.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kMaxGrid = 160;  // blocks; as many messages does a block read at once

// As in scan/lookahead: block b owns tiles b, b + grid, b + 2 grid, …
template <typename T, int kBlock, int kItems, int kStages>
__global__ void __launch_bounds__(kBlock, 1)
    pack_lookahead(const T* input, T* output, uint64_t* count, Message<uint32_t>* messages, uint32_t epoch,
                   size_t n, size_t tiles) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  constexpr unsigned kTile = kBlock * kItems, kPerWarp = kWarpSize * kItems;
  static_assert(kItems <= 32, "one bit of a flag word for each item");
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ Barrier full[kStages];
  __shared__ unsigned warp_totals[2][kWarps];
  __shared__ size_t tile_prefix[2];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  T* ring = reinterpret_cast<T*>(shared);
  T* packed = ring + kStages * kTile + warp * kPerWarp;  // the warp's own
  const size_t grid = gridDim.x;
  const int mine = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  const auto items_of = [&](size_t tile) {
    return static_cast<unsigned>(min(size_t{kTile}, n - tile * kTile));
  };
  const auto fetch = [&](int k) {  // whole vectors; the last few elements of all come by ordinary loads
    const size_t tile = blockIdx.x + k * grid;
    bulk_load(ring + k % kStages * kTile, input + tile * kTile, items_of(tile) / kSize * sizeof(Vec<T>),
              &full[k % kStages]);
  };
  if (tid == 0) {
    barriers_init(full, 1);
    for (int k = 0; k < kStages && k < mine; ++k) fetch(k);
  }
  if (static_cast<int>(tid) < mine) prefetch_L2(messages + blockIdx.x + tid * grid);  // what we shall write
  __syncthreads();

  T items[2][kItems]{};  // [0] of tile k, [1] of tile k + 1: 32 apart, so that a warp reads 32 neighbours
  unsigned flags[2]{}, warps_before[2]{};
  size_t running = 0;  // warp 0: how many all tiles before tile k keep
  MessageWindow<uint32_t, kMaxGrid / 32> window;
  for (int k = -1; k < mine; ++k) {
    const size_t tile = blockIdx.x + k * grid, since = k > 0 ? tile - grid : 0;
    if (k >= 0 && warp == 0) window.ask(messages, since, tile, epoch);

    if (const int next = k + 1; next < mine) {  // count what the next tile keeps, and publish it
      T* const stage = ring + next % kStages * kTile;
      const size_t next_tile = tile + grid;
      const unsigned there = items_of(next_tile);
      barrier_wait(&full[next % kStages], next / kStages);
      if (there < kTile) {
        for (unsigned i = there / kSize * kSize + tid; i < kTile; i += kBlock)
          stage[i] = i < there ? input[next_tile * kTile + i] : T{0};
        __syncthreads();
      }
      flags[1] = 0;
      for (int i = 0; i < kItems; ++i) {
        const unsigned at = warp * kPerWarp + i * kWarpSize + lane;
        items[1][i] = stage[at];
        flags[1] |= unsigned{at < there && keep(items[1][i])} << i;
      }
      const unsigned total = warp_sum(unsigned(__popc(flags[1])));
      if (lane == 0) warp_totals[next % 2][warp] = total;
      __syncthreads();
      if (tid == 0 && next + kStages < mine) fetch(next + kStages);  // all have read the stage
      const unsigned totals = warp_inclusive_scan(lane < kWarps ? warp_totals[next % 2][lane] : 0u);
      if (tid == kWarps - 1) post(messages + next_tile, totals, epoch);
      const unsigned up_to_me = __shfl_sync(kAllLanes, totals, warp - 1);
      warps_before[1] = warp > 0 ? up_to_me : 0;
    }
    if (k >= 0) {  // pack and store tile k
      if (warp == 0) {
        running += window.sum(messages, since, tile, epoch);
        if (lane == 0) tile_prefix[k % 2] = running;
      }
      __syncthreads();
      const size_t to = tile_prefix[k % 2] + warps_before[0];
      unsigned kept = 0;
      for (int i = 0; i < kItems; ++i) {
        const bool mine_is_kept = flags[0] >> i & 1;
        const unsigned votes = __ballot_sync(kAllLanes, mine_is_kept);
        const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements before mine
        if (mine_is_kept) packed[kept + rank] = items[0][i];
        kept += __popc(votes);
      }
      __syncwarp();
      for (unsigned i = lane; i < kept; i += kWarpSize) output[to + i] = packed[i];
      if (tile == tiles - 1 && tid == kBlock - 1) *count = to + kept;
    }
    flags[0] = flags[1];
    warps_before[0] = warps_before[1];
    for (int i = 0; i < kItems; ++i) items[0][i] = items[1][i];
  }
}

template <int kBlock, int kItems, int kStages, typename T>
void lookahead(const PackJob<T>& job) {
  constexpr size_t kTile = kBlock * kItems;
  const unsigned tiles = blocks_for(job.n, kTile);
  const unsigned grid = std::min({tiles, job.context.device().multiprocessors, kMaxGrid});
  auto* messages = state<Message<uint32_t>>(job, "messages", tiles);
  launch_resident(job, pack_lookahead<T, kBlock, kItems, kStages>,
                  {grid, kBlock, kTile * (kStages + 1) * sizeof(T)}, job.input, job.output, job.count,
                  messages, job.context.run_number(), job.n, tiles);
}

}  // namespace
