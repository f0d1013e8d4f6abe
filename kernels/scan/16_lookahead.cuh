// The kernel of `scan/lookahead` (explained there) and its launcher. `scan/best` launches it with other shapes.
#include "stage/bulk_copy.h"
#include "stage/messages.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

// Block b owns tiles b, b + grid, b + 2 grid, … A tile has kItems elements for each thread. The ring has
// kSlots slots, one tile in each. Tile k of a block stays in slot k % kSlots from its load to its store.
template <typename T, int kBlock, int kItems, int kSlots, bool kInclusive>
__global__ void __launch_bounds__(kBlock, 1)
    scan_lookahead(const T* input, T* output, Message<T>* messages, uint32_t* last_epoch, size_t n,
                   size_t tiles, const T* start) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize, kTile = kBlock * kItems;
  constexpr int kAhead = kSlots > 3 ? 2 : 1;  // rounds between posting a tile's total and scanning the tile
  static_assert(kSlots >= kAhead + 2);
  static_assert(kItems / kSize % 2 == 1, "an odd number of vectors from thread to thread: no bank conflicts");
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ Barrier full[kSlots];
  __shared__ T warp_totals[2][kWarps], tile_prefix;
  __shared__ uint32_t my_epoch;
  T* ring = reinterpret_cast<T*>(shared);
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t grid = gridDim.x;
  const int rounds = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  const auto items_of = [&](size_t tile) {
    return static_cast<unsigned>(min(size_t{kTile}, n - tile * kTile));
  };
  int fetched = 0;  // tiles requested so far, by thread 0
  // A copy moves whole vectors. Ordinary loads fetch the last few elements of the input.
  const auto fetch_until = [&](int k) {
    for (; fetched < min(k, rounds); ++fetched) {
      const size_t tile = blockIdx.x + fetched * grid;
      bulk_load(ring + fetched % kSlots * kTile, input + tile * kTile,
                items_of(tile) / kSize * sizeof(Vec<T>), &full[fetched % kSlots]);
    }
  };
  if (tid == 0) {
    barriers_init(full, 1);
    fetch_until(kAhead + 2);  // not the whole ring: the first tiles arrive sooner if fewer are requested
    my_epoch = next_epoch(last_epoch);
  }
  if (static_cast<int>(tid) < rounds)
    prefetch_L2(messages + blockIdx.x + tid * grid);  // this block will post them; readers find them in L2
  __syncthreads();
  const uint32_t epoch = my_epoch;

  T before[kAhead + 1]{};      // the sum of all elements before this thread's in tiles k, k + 1, k + 2
  MessageWindow<T, 5> window;  // warp 0 reads 160 messages at once: one round for up to 160 blocks
  if (start && tid == 0) window.read = *start;
  for (int k = -kAhead; k < rounds; ++k) {
    const size_t tile = blockIdx.x + k * grid;
    if (k >= 0 && warp == 0) window.ask(messages, tile, epoch);

    if (const int next = k + kAhead; next < rounds) {  // add up tile k + kAhead, and post its total
      T* const slot = ring + next % kSlots * kTile;
      const size_t next_tile = tile + kAhead * grid;
      const unsigned items = items_of(next_tile);
      barrier_wait(&full[next % kSlots], next / kSlots);
      if (items < kTile) {
        for (unsigned i = items / kSize * kSize + tid; i < kTile; i += kBlock)
          slot[i] = i < items ? input[next_tile * kTile + i] : T{0};
        __syncthreads();
      }
      T sum{0};
      for (int i = 0; i < kItems; i += kSize) sum += vec_sum(load_vec(slot + tid * kItems + i));
      const T sums = warp_inclusive_scan(sum);
      if (lane == kWarpSize - 1) warp_totals[next % 2][warp] = sums;
      __syncthreads();
      const T totals = warp_inclusive_scan(lane < kWarps ? warp_totals[next % 2][lane] : T{0});
      if (tid == kWarps - 1) post(messages + next_tile, totals, epoch);
      const T up_to_warp = __shfl_sync(kAllLanes, totals, warp - 1);
      before[kAhead] = (warp > 0 ? up_to_warp : T{0}) + lane_before(sums);
    }
    if (k >= 0) {  // scan tile k in place, and start its store
      T* const slot = ring + k % kSlots * kTile;
      if (warp == 0) {
        const T prefix = window.sum(messages, tile, epoch);
        if (lane == 0) tile_prefix = prefix;
      }
      __syncthreads();
      T item_sum = tile_prefix + before[0];
      for (int i = 0; i < kItems; i += kSize) {
        Vec<T> v = load_vec(slot + tid * kItems + i);
        for (T& item : v.item) {
          const T own = item;
          item = kInclusive ? item_sum + own : item_sum;
          item_sum += own;
        }
        store_vec(slot + tid * kItems + i, v);
      }
      publish_shared_to_bulk();
      __syncthreads();
      const unsigned items = items_of(tile), in_vectors = items / kSize * kSize;
      if (tid < items - in_vectors) output[tile * kTile + in_vectors + tid] = slot[in_vectors + tid];
      if (tid == 0) {
        bulk_store(output + tile * kTile, slot, in_vectors * sizeof(T));
        bulk_stores_read<1>();  // tile k - 1 has left its slot
        // Fetches two tiles per round until the ring is full (with seven slots: 6 tiles at k = 0, 8 at k = 1),
        // then one per round, into the slot of tile k - 1.
        fetch_until(min(k + kSlots, 2 * k + kAhead + 4));
      }
    }
    for (int a = 0; a < kAhead; ++a) before[a] = before[a + 1];
  }
  if (tid == 0) bulk_stores_read<0>();  // shared memory must outlive the copies that read it
  // The block of the last tile has waited for all others.
  if (tid == 0 && blockIdx.x + (rounds - 1) * grid == tiles - 1) end_epoch(last_epoch, epoch);
}

// start: points to the sum of all elements before the input, or is nullptr if there are none.
template <int kBlock, int kItems, int kSlots, typename T>
void lookahead(const ScanJob<T>& job, const T* start = nullptr) {
  constexpr size_t kTile = kBlock * kItems;
  const unsigned tiles = blocks_for(job.n, kTile);
  const unsigned grid = std::min(tiles, job.context.device().multiprocessors);
  Message<T>* messages = state<Message<T>>(job, "tile_messages", tiles);
  uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
  const auto kernel = job.inclusive ? scan_lookahead<T, kBlock, kItems, kSlots, true>
                                    : scan_lookahead<T, kBlock, kItems, kSlots, false>;
  launch_resident(job, kernel, {grid, kBlock, kTile * kSlots * sizeof(T)}, job.input, job.output, messages,
                  last_epoch, job.n, tiles, start);
}

// Launches the shape for this GPU: threads per block, elements per thread, and slots in the ring.
template <typename T>
void lookahead(const ScanJob<T>& job, const T* start = nullptr) {
  const bool large = has_large_shared(job.context.device());
  if constexpr (sizeof(T) == 4)
    large ? lookahead<256, 28, 7>(job, start) : lookahead<256, 28, 3>(job, start);
  else
    large ? lookahead<256, 18, 6>(job, start) : lookahead<256, 10, 4>(job, start);
}

}  // namespace
