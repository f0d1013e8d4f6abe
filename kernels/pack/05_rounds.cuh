// The kernel of `pack/rounds` (explained there) and its launcher. `pack/best` launches it, too.
#include "stage/messages.h"
#include "tracks/pack.h"
#include "stage/vectors.h"

namespace {

// As in `scan/rounds`: in round k a block packs its tile k (`v`), while tile k + 1 (`next`) is loaded and
// counted, and its count is posted.
template <typename T, int kBlock, int kRows>
__global__ void __launch_bounds__(kBlock, 1024 / kBlock)
    pack_rounds(const T* input, T* output, uint64_t* count, Message<uint32_t>* messages, uint32_t* last_epoch,
                size_t n, size_t tiles) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  constexpr size_t kTile = kBlock * kRows * kSize;
  static_assert(kRows * kSize <= 32, "one bit of a flag word for each element");
  extern __shared__ __align__(128) unsigned char shared[];
  T* packed = reinterpret_cast<T*>(shared);  // the elements of a tile that this block keeps
  __shared__ unsigned warp_totals[2][kWarps], sums_before[2][kWarps];  // for even and for odd rounds
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const unsigned in_tile = (warp * kRows * kWarpSize + lane) * kSize;  // this thread's first element
  const size_t grid = gridDim.x;
  const int rounds = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  Vec<T> v[kRows]{}, next[kRows];
  unsigned flags = 0, tile_total = 0;  // for tile k: one bit per element of this thread, and the total kept
  unsigned warps_before = 0;           // the number of elements of tile k that earlier warps keep
  size_t place = 0;                    // the number of elements that all tiles before tile k keep
  uint32_t epoch = 0;                  // known from round 0 on
  for (int k = -1; k < rounds; ++k) {
    const size_t tile = blockIdx.x + k * grid, next_tile = tile + grid;
    const size_t unread = (k > 0 ? tile - grid : 0) + tid;  // the first message that this thread has not read
    Received<uint32_t> message = {0, epoch};
    if (k >= 0 && unread < tile) message = peek(messages + unread);
    const size_t first = next_tile * kTile + in_tile;
    for (int r = 0; r < kRows; ++r) next[r] = load_vec(input, first + r * kWarpSize * kSize, n);
    if (k < 0 && tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

    unsigned above = warps_before;  // kept elements before the warp's row r of tile k
    for (int r = 0; r < kRows; ++r) {
      const unsigned row = flags >> r * kSize;
      const unsigned sums = warp_inclusive_scan(unsigned(__popc(row & ((1u << kSize) - 1))));
      unsigned slot = above + lane_before(sums);
      for (unsigned e = 0; e < kSize; ++e)
        if (row >> e & 1) packed[slot++] = v[r].item[e];
      above += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
    }
    unsigned sum = message.epoch == epoch ? message.value : await(messages + unread, epoch);
    if (k >= 0)
      for (size_t m = unread + kBlock; m < tile; m += kBlock) sum += await(messages + m, epoch);
    sum = warp_sum(sum);
    flags = 0;
    for (int r = 0; r < kRows; ++r)
      for (unsigned e = 0; e < kSize; ++e) {
        const bool kept = first + r * kWarpSize * kSize + e < n && keep(next[r].item[e]);
        flags |= unsigned{kept} << (r * kSize + e);
      }
    const unsigned total = warp_sum(unsigned(__popc(flags)));
    if (lane == 0) sums_before[k & 1][warp] = sum;
    if (lane == 0) warp_totals[k & 1][warp] = total;
    __syncthreads();
    if (k < 0) epoch = my_epoch;
    const unsigned warp_total = lane < kWarps ? warp_totals[k & 1][lane] : 0;
    const unsigned next_total = warp_sum(warp_total);
    if (tid == 0 && next_tile < tiles) post(messages + next_tile, next_total, epoch);

    place += warp_sum(lane < kWarps ? sums_before[k & 1][lane] : 0u);
    for (unsigned i = tid; i < tile_total; i += kBlock) output[place + i] = packed[i];
    if (k >= 0 && tile == tiles - 1 && tid == 0) {
      *count = place + tile_total;
      end_epoch(last_epoch, epoch);  // all blocks have posted
    }
    __syncthreads();  // before the next round packs
    tile_total = next_total;
    warps_before = warp_sum(lane < warp ? warp_total : 0u);
    for (int r = 0; r < kRows; ++r) v[r] = next[r];
  }
}

// Launches as many blocks as can run at once: 1024 threads on every multiprocessor, if it has room for them.
template <int kBlock, int kRows, typename T>
void rounds(const PackJob<T>& job) {
  const auto kernel = pack_rounds<T, kBlock, kRows>;
  constexpr size_t kTile = kBlock * kRows * Vec<T>::kSize;
  const unsigned tiles = blocks_for(job.n, kTile);
  const unsigned most = job.context.device().multiprocessors * (1024 / kBlock);
  const unsigned grid = std::min({tiles, most, resident_grid(job, kernel, kBlock, kTile * sizeof(T))});
  auto* messages = state<Message<uint32_t>>(job, "messages", tiles);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch_resident(job, kernel, {grid, kBlock, kTile * sizeof(T)}, job.input, job.output, job.count, messages,
                  last_epoch, job.n, tiles);
}

}  // namespace
