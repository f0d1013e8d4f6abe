// The kernel of `pack/lookahead` (explained there) and its launcher. `pack/best` launches it, too.
#include "stage/bulk_copy.h"
#include "stage/messages.h"
#include "tracks/pack.h"
#include "stage/vectors.h"

namespace {

// As in `scan/lookahead`: block b owns tiles b, b + grid, b + 2 grid, … Its tile k is loaded into slot
// k % kSlots of the ring.
template <typename T, int kBlock, int kItems, int kSlots>
__global__ void __launch_bounds__(kBlock, 1)
    pack_lookahead(const T* input, T* output, uint64_t* count, Message<uint32_t>* messages,
                   uint32_t* last_epoch, size_t n, size_t tiles) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  constexpr unsigned kTile = kBlock * kItems, kPerWarp = kWarpSize * kItems;
  static_assert(kItems <= 32, "one bit of a flag word for each item");
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ Barrier full[kSlots];
  __shared__ unsigned warp_totals[2][kWarps], sums_before[2][kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  T* ring = reinterpret_cast<T*>(shared);
  T* packed = ring + kSlots * kTile + warp * kPerWarp;  // this warp's part
  const size_t grid = gridDim.x;
  const int rounds = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  const auto items_of = [&](size_t tile) {
    return static_cast<unsigned>(min(size_t{kTile}, n - tile * kTile));
  };
  // A copy moves whole vectors. Ordinary loads fetch the last few elements of the input.
  const auto fetch = [&](int k) {
    const size_t tile = blockIdx.x + k * grid;
    bulk_load(ring + k % kSlots * kTile, input + tile * kTile, items_of(tile) / kSize * sizeof(Vec<T>),
              &full[k % kSlots]);
  };
  if (tid == 0) {
    barriers_init(full, 1);
    for (int k = 0; k < kSlots && k < rounds; ++k) fetch(k);
    my_epoch = next_epoch(last_epoch);
  }
  // The messages that this block will post.
  if (static_cast<int>(tid) < rounds) prefetch_L2(messages + blockIdx.x + tid * grid);
  __syncthreads();
  const uint32_t epoch = my_epoch;

  T items[2][kItems]{};  // [0]: tile k; [1]: tile k + 1. Items are 32 apart, so a warp reads 32 neighbours
  unsigned flags[2]{}, warps_before[2]{};
  size_t running = 0;  // the number of elements that all tiles before tile k keep
  for (int k = -1; k < rounds; ++k) {
    const size_t tile = blockIdx.x + k * grid;
    const size_t unread = (k > 0 ? tile - grid : 0) + tid;  // the first message that this thread has not read
    Received<uint32_t> message = {0, epoch};
    if (k >= 0 && unread < tile) message = peek(messages + unread);

    if (const int next = k + 1; next < rounds) {  // count the next tile's kept elements, and post the count
      T* const slot = ring + next % kSlots * kTile;
      const size_t next_tile = tile + grid;
      const unsigned valid = items_of(next_tile);
      barrier_wait(&full[next % kSlots], next / kSlots);
      if (valid < kTile) {
        for (unsigned i = valid / kSize * kSize + tid; i < kTile; i += kBlock)
          slot[i] = i < valid ? input[next_tile * kTile + i] : T{0};
        __syncthreads();
      }
      flags[1] = 0;
      for (int i = 0; i < kItems; ++i) {
        const unsigned at = warp * kPerWarp + i * kWarpSize + lane;
        items[1][i] = slot[at];
        flags[1] |= unsigned{at < valid && keep(items[1][i])} << i;
      }
      const unsigned total = warp_sum(unsigned(__popc(flags[1])));
      if (lane == 0) warp_totals[next % 2][warp] = total;
      __syncthreads();
      if (tid == 0 && next + kSlots < rounds) fetch(next + kSlots);  // all threads have read the slot
      const unsigned totals = warp_inclusive_scan(lane < kWarps ? warp_totals[next % 2][lane] : 0u);
      if (tid == kWarps - 1) post(messages + next_tile, totals, epoch);
      const unsigned up_to_warp = __shfl_sync(kAllLanes, totals, warp - 1);
      warps_before[1] = warp > 0 ? up_to_warp : 0;
    }
    if (k >= 0) {  // pack and store tile k
      unsigned sum = message.epoch == epoch ? message.value : await(messages + unread, epoch);
      for (size_t m = unread + kBlock; m < tile; m += kBlock) sum += await(messages + m, epoch);
      sum = warp_sum(sum);
      if (lane == 0) sums_before[k % 2][warp] = sum;
      __syncthreads();
      for (const unsigned before : sums_before[k % 2]) running += before;
      const size_t place = running + warps_before[0];
      unsigned kept = 0;
      for (int i = 0; i < kItems; ++i) {
        const bool is_kept = flags[0] >> i & 1;
        const unsigned votes = __ballot_sync(kAllLanes, is_kept);
        const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements of earlier lanes
        if (is_kept) packed[kept + rank] = items[0][i];
        kept += __popc(votes);
      }
      __syncwarp();
      for (unsigned i = lane; i < kept; i += kWarpSize) output[place + i] = packed[i];
      if (tile == tiles - 1 && tid == kBlock - 1) {
        *count = place + kept;
        end_epoch(last_epoch, epoch);  // all blocks have posted
      }
    }
    flags[0] = flags[1];
    warps_before[0] = warps_before[1];
    for (int i = 0; i < kItems; ++i) items[0][i] = items[1][i];
  }
}

template <int kBlock, int kItems, int kSlots, typename T>
void lookahead(const PackJob<T>& job) {
  constexpr size_t kTile = kBlock * kItems;
  const unsigned tiles = blocks_for(job.n, kTile);
  const unsigned grid = std::min(tiles, job.context.device().multiprocessors);
  auto* messages = state<Message<uint32_t>>(job, "messages", tiles);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch_resident(job, pack_lookahead<T, kBlock, kItems, kSlots>,
                  {grid, kBlock, kTile * (kSlots + 1) * sizeof(T)}, job.input, job.output, job.count,
                  messages, last_epoch, job.n, tiles);
}

// Launches the shape for this GPU: threads per block, elements per thread, and slots in the ring.
template <typename T>
void lookahead(const PackJob<T>& job) {
  has_large_shared(job.context.device()) ? lookahead<512, 28, 2>(job) : lookahead<512, 12, 2>(job);
}

}  // namespace
