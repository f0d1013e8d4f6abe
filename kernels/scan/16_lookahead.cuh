// The kernel of scan/lookahead, where it is explained, and its launcher. scan/best launches it in other
// shapes.
#include "stage/bulk_copy.h"
#include "stage/messages.h"
#include "stage/scan.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kMaxGrid = 160;  // blocks; as many messages does a block read at once

// kTile elements make a tile; block b owns tiles b, b + grid, b + 2 grid, …; the block's k-th tile has stage
// k % kStages of the ring to itself, from its load to its store.
template <typename T, int kBlock, int kItems, int kStages, bool kInclusive>
__global__ void __launch_bounds__(kBlock, 1)
    scan_lookahead(const T* input, T* output, Message<T>* messages, uint32_t epoch, size_t n, size_t tiles) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize, kTile = kBlock * kItems;
  constexpr int kAhead = 2;  // tiles between a block's publishing and its scanning
  static_assert(kStages >= kAhead + 2);
  static_assert(kItems / kSize % 2 == 1, "an odd number of vectors from thread to thread: no bank conflicts");
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ Barrier full[kStages];
  __shared__ T warp_totals[2][kWarps], tile_prefix;
  T* ring = reinterpret_cast<T*>(shared);
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t grid = gridDim.x;
  const int mine = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  const auto items_of = [&](size_t tile) {
    return static_cast<unsigned>(min(size_t{kTile}, n - tile * kTile));
  };
  int fetched = 0;                       // tiles asked for so far; thread 0 asks
  const auto fetch_until = [&](int k) {  // whole vectors; the last few elements of all come by ordinary loads
    for (; fetched < min(k, mine); ++fetched) {
      const size_t tile = blockIdx.x + fetched * grid;
      bulk_load(ring + fetched % kStages * kTile, input + tile * kTile,
                items_of(tile) / kSize * sizeof(Vec<T>), &full[fetched % kStages]);
    }
  };
  if (tid == 0) {
    barriers_init(full, 1);
    fetch_until(kAhead +
                2);  // not the whole ring: everybody waits for the first tiles, which then come sooner
  }
  if (static_cast<int>(tid) < mine) prefetch_L2(messages + blockIdx.x + tid * grid);  // what we shall write
  __syncthreads();

  T before[kAhead + 1]{};  // what precedes this thread's elements within tiles k, k + 1, k + 2
  T running{0};            // warp 0: the sum of all tiles before tile k
  MessageWindow<T, kMaxGrid / 32> window;
  for (int k = -kAhead; k < mine; ++k) {
    const size_t tile = blockIdx.x + k * grid, since = k > 0 ? tile - grid : 0;
    if (k >= 0 && warp == 0) window.ask(messages, since, tile, epoch);

    if (const int next = k + kAhead; next < mine) {  // add up the tile two rounds ahead, and publish it
      T* const stage = ring + next % kStages * kTile;
      const size_t next_tile = tile + kAhead * grid;
      const unsigned items = items_of(next_tile);
      barrier_wait(&full[next % kStages], next / kStages);
      if (items < kTile) {
        for (unsigned i = items / kSize * kSize + tid; i < kTile; i += kBlock)
          stage[i] = i < items ? input[next_tile * kTile + i] : T{0};
        __syncthreads();
      }
      T sum{0};
      for (int i = 0; i < kItems; i += kSize) sum += vec_sum(load_vec(stage + tid * kItems + i));
      const T sums = warp_inclusive_scan(sum);
      if (lane == kWarpSize - 1) warp_totals[next % 2][warp] = sums;
      __syncthreads();
      const T totals = warp_inclusive_scan(lane < kWarps ? warp_totals[next % 2][lane] : T{0});
      if (tid == kWarps - 1) post(messages + next_tile, totals, epoch);
      const T up_to_me = __shfl_sync(kAllLanes, totals, warp - 1);
      before[kAhead] = (warp > 0 ? up_to_me : T{0}) + lane_before(sums);
    }
    if (k >= 0) {  // scan tile k in place, and send it out
      T* const stage = ring + k % kStages * kTile;
      if (warp == 0) {
        running += window.sum(messages, since, tile, epoch);
        if (lane == 0) tile_prefix = running;
      }
      __syncthreads();
      T sum = tile_prefix + before[0];
      for (int i = 0; i < kItems; i += kSize) {
        Vec<T> v = load_vec(stage + tid * kItems + i);
        for (T& item : v.item) {
          const T own = item;
          item = kInclusive ? sum + own : sum;
          sum += own;
        }
        store_vec(stage + tid * kItems + i, v);
      }
      publish_shared_to_bulk();
      __syncthreads();
      const unsigned items = items_of(tile), whole = items / kSize * kSize;
      if (tid < items - whole) output[tile * kTile + whole + tid] = stage[whole + tid];
      if (tid == 0) {
        bulk_store(output + tile * kTile, stage, whole * sizeof(T));
        bulk_stores_read<1>();  // tile k - 1 has left its stage
        fetch_until(min(k + kStages, 2 * k + kAhead + 4));
      }
    }
    for (int a = 0; a < kAhead; ++a) before[a] = before[a + 1];
  }
  if (tid == 0) bulk_stores_read<0>();  // shared memory must outlive the copies that read it
}

template <int kBlock, int kItems, int kStages, typename T>
void lookahead(const ScanJob<T>& job) {
  constexpr size_t kTile = kBlock * kItems;
  const unsigned tiles = blocks_for(job.n, kTile);
  const unsigned grid = std::min({tiles, job.context.device().multiprocessors, kMaxGrid});
  Message<T>* messages = state<Message<T>>(job, "messages", tiles);
  const auto kernel = job.inclusive ? scan_lookahead<T, kBlock, kItems, kStages, true>
                                    : scan_lookahead<T, kBlock, kItems, kStages, false>;
  launch_resident(job, kernel, {grid, kBlock, kTile * kStages * sizeof(T)}, job.input, job.output, messages,
                  job.context.run_number(), job.n, tiles);
}

}  // namespace
