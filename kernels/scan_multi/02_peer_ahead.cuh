// The kernel of `scan_multi/peer_ahead` (explained there) and its launcher. It differs from `scan/lookahead` in
// three ways: which GPU owns which tiles, where a message is sent, and which warps read messages (all of them).
#include "stage/bulk_copy.h"
#include "stage/gpus.h"
#include "stage/messages.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

// The elements are dealt to the GPUs in units. A unit's last tile is shorter than the others. Tiles are
// numbered in the order of the elements, over all GPUs.
template <typename T>
constexpr size_t unit = kUnitBytes / sizeof(T);
template <typename T, unsigned kTile>
constexpr unsigned tiles_of_unit = (unit<T> + kTile - 1) / kTile;

// Returns how many of the first `tiles` tiles belong to this GPU.
template <typename T, unsigned kTile>
STAGE_INLINE size_t tiles_of(size_t tiles, unsigned gpus, unsigned gpu) {
  const size_t full = tiles / tiles_of_unit<T, kTile>, rest = tiles % tiles_of_unit<T, kTile>;
  return (full + gpus - 1 - gpu) / gpus * tiles_of_unit<T, kTile> + (full % gpus == gpu ? rest : 0);
}

// Block b of a GPU owns that GPU's tiles b, b + grid, b + 2 grid, … A tile has kItems elements for each thread.
// The ring has kSlots slots, one tile in each. Tile k of a block stays in slot k % kSlots from its load to its
// store.
template <typename T, int kBlock, int kItems, int kSlots, bool kInclusive>
__global__ void __launch_bounds__(kBlock, 1)
    scan_peer_ahead(unsigned gpu, const T* input, T* output,
                    const __grid_constant__ PerGpu<Message<T>*> messages_of,
                    const __grid_constant__ PerGpu<uint32_t*> last_epoch_of, size_t n, size_t tiles,
                    unsigned gpus) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize, kTile = kBlock * kItems;
  constexpr int kAhead = 2;  // rounds between posting a tile's total and scanning the tile
  static_assert(kSlots >= kAhead + 2);
  static_assert(kItems / kSize % 2 == 1, "an odd number of vectors from thread to thread: no bank conflicts");
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ Barrier full[kSlots];
  __shared__ T warp_totals[2][kWarps], warp_prefixes[kWarps];
  __shared__ uint32_t my_epoch;
  T* ring = reinterpret_cast<T*>(shared);
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t grid = gridDim.x;
  const Message<T>* messages = messages_of.of[gpu];  // of all tiles: every GPU gets all messages
  uint32_t* last_epoch = last_epoch_of.of[gpu];      // the same on every GPU: each has launched the same jobs
  const size_t own_tiles = tiles_of<T, kTile>(tiles, gpus, gpu);
  const int rounds = own_tiles > blockIdx.x ? static_cast<int>((own_tiles - 1 - blockIdx.x) / grid + 1) : 0;

  // The tile of round k, the first element of a tile, and the number of elements in a tile.
  const auto tile_of = [&](int k) {
    const size_t nth = blockIdx.x + k * grid;
    return (nth / tiles_of_unit<T, kTile> * gpus + gpu) * tiles_of_unit<T, kTile> +
           nth % tiles_of_unit<T, kTile>;
  };
  const auto first_of = [&](size_t tile) {
    return tile / tiles_of_unit<T, kTile> * unit<T> + tile % tiles_of_unit<T, kTile> * kTile;
  };
  const auto items_of = [&](size_t tile) {
    const size_t end = min((tile / tiles_of_unit<T, kTile> + 1) * unit<T>, n);
    return static_cast<unsigned>(min(size_t{kTile}, end - first_of(tile)));
  };
  int fetched = 0;  // tiles requested so far, by thread 0
  // A copy moves whole vectors. Ordinary loads fetch the last few elements of the input.
  const auto fetch_until = [&](int k) {
    for (; fetched < min(k, rounds); ++fetched) {
      const size_t tile = tile_of(fetched);
      bulk_load(ring + fetched % kSlots * kTile, input + first_of(tile),
                items_of(tile) / kSize * sizeof(Vec<T>), &full[fetched % kSlots]);
    }
  };
  if (tid == 0) {
    barriers_init(full, 1);
    fetch_until(kAhead + 2);  // not the whole ring: the first tiles arrive sooner if fewer are requested
    my_epoch = next_epoch(last_epoch);
  }
  if (static_cast<int>(tid) < rounds)
    prefetch_L2(messages + tile_of(tid));  // this block will post them; readers find them in the L2
  __syncthreads();
  const uint32_t epoch = my_epoch;

  T before[kAhead + 1]{};  // the sum of all elements before this thread's in tiles k, k + 1, k + 2
  // All warps together read 768 messages at once: one round for five GPUs.
  MessageWindow<T, 3, kBlock, Reach::all_gpus> window;
  for (int k = -kAhead; k < rounds; ++k) {
    const size_t tile = k >= 0 ? tile_of(k) : 0;
    if (k >= 0) window.ask(messages, tile, epoch);

    if (const int next = k + kAhead; next < rounds) {  // add up the tile two rounds ahead, and post its total
      T* const slot = ring + next % kSlots * kTile;
      const size_t next_tile = tile_of(next);
      const unsigned items = items_of(next_tile);
      barrier_wait(&full[next % kSlots], next / kSlots);
      if (items < kTile) {
        for (unsigned i = items / kSize * kSize + tid; i < kTile; i += kBlock)
          slot[i] = i < items ? input[first_of(next_tile) + i] : T{0};
        __syncthreads();
      }
      T sum{0};
      for (int i = 0; i < kItems; i += kSize) sum += vec_sum(load_vec(slot + tid * kItems + i));
      const T sums = warp_inclusive_scan(sum);
      if (lane == kWarpSize - 1) warp_totals[next % 2][warp] = sums;
      __syncthreads();
      const T totals = warp_inclusive_scan(lane < kWarps ? warp_totals[next % 2][lane] : T{0});
      if (tid == kWarps - 1)
        for (unsigned g = 0; g < gpus; ++g)
          post<Reach::all_gpus>(messages_of.of[g] + next_tile, totals, epoch);
      const T up_to_warp = __shfl_sync(kAllLanes, totals, warp - 1);
      before[kAhead] = (warp > 0 ? up_to_warp : T{0}) + lane_before(sums);
    }
    if (k >= 0) {  // scan tile k in place, and start its store
      T* const slot = ring + k % kSlots * kTile;
      const T of_warp = window.sum(messages, tile, epoch);
      if (lane == 0) warp_prefixes[warp] = of_warp;
      __syncthreads();
      T item_sum = before[0];
      for (const T prefix : warp_prefixes) item_sum += prefix;
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
      if (tid < items - in_vectors) output[first_of(tile) + in_vectors + tid] = slot[in_vectors + tid];
      if (tid == 0) {
        bulk_store(output + first_of(tile), slot, in_vectors * sizeof(T));
        bulk_stores_read<1>();  // tile k - 1 has left its slot
        // Fetches two tiles per round until the ring is full (k = 0: 6 tiles so far, k = 1: 8, …), then one per
        // round, into the slot of tile k - 1.
        fetch_until(min(k + kSlots, 2 * k + kAhead + 4));
      }
    }
    for (int a = 0; a < kAhead; ++a) before[a] = before[a + 1];
  }
  if (tid == 0) bulk_stores_read<0>();  // shared memory must outlive the copies that read it
  // The block of this GPU's last tile has waited for all others. (On a GPU without tiles: its last block.)
  if (tid == 0 && blockIdx.x + rounds * grid == own_tiles - 1 + grid) end_epoch(last_epoch, epoch);
}

template <int kBlock, int kItems, int kSlots, typename T>
void peer_ahead(const ScanJob<T>& job) {
  constexpr unsigned kTile = kBlock * kItems;
  const unsigned gpus = job.context.gpus();
  const size_t full = job.n / unit<T>, rest = job.n % unit<T>;
  const size_t tiles = full * tiles_of_unit<T, kTile> + (rest > 0 || full == 0 ? blocks_for(rest, kTile) : 0);
  const size_t most = tiles_of<T, kTile>(tiles, gpus, 0);  // per GPU
  const auto grid = static_cast<unsigned>(std::min<size_t>(most, job.context.device().multiprocessors));
  const PerGpu<Message<T>*> messages = state_of_each<Message<T>>(job, "tile_messages", tiles);
  const PerGpu<uint32_t*> last_epoch = state_of_each<uint32_t>(job, "epoch", 1);
  const auto kernel = job.inclusive ? scan_peer_ahead<T, kBlock, kItems, kSlots, true>
                                    : scan_peer_ahead<T, kBlock, kItems, kSlots, false>;
  launch_on_each(job, kernel, kResident, {grid, kBlock, kTile * kSlots * sizeof(T)}, job.input, job.output,
                 messages, last_epoch, job.n, tiles, gpus);
}

}  // namespace
