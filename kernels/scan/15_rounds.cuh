// The kernel of `scan/rounds` (explained there) and its launcher. `scan/best` launches it, too.
#include "stage/messages.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

// Block b owns tiles b, b + grid, b + 2 grid, … In round k it scans its tile k (`v`), while tile k + 1 (`next`)
// is loaded and its total is posted. In round -1 there is no tile to scan yet. A thread holds two tiles'
// vectors, so it may use 64 registers, with at most 1024 threads per multiprocessor.
template <typename T, int kBlock, int kRows>
__global__ void __launch_bounds__(kBlock, 1024 / kBlock)
    scan_rounds(const T* input, T* output, Message<T>* messages, uint32_t* last_epoch, size_t n, size_t tiles,
                bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  constexpr size_t kTile = kBlock * kRows * kSize;
  __shared__ T warp_totals[2][kWarps], sums_before[2][kWarps];  // for even and for odd rounds
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const unsigned in_tile = (warp * kRows * kWarpSize + lane) * kSize;  // this thread's first element
  const size_t grid = gridDim.x;
  const int rounds = static_cast<int>((tiles - 1 - blockIdx.x) / grid + 1);

  Vec<T> v[kRows]{}, next[kRows];
  T warps_before{0};   // the sum of the warps before this one in tile k
  T running{0};        // the sum of all tiles before tile k
  uint32_t epoch = 0;  // known from round 0 on
  for (int k = -1; k < rounds; ++k) {
    const size_t tile = blockIdx.x + k * grid, next_tile = tile + grid;  // k = -1: wraps around and back
    const size_t unread = (k > 0 ? tile - grid : 0) + tid;  // the first message that this thread has not read
    Received<T> message = {T{0}, epoch};
    if (k >= 0 && unread < tile) message = peek(messages + unread);
    const size_t first = next_tile * kTile + in_tile;
    for (int r = 0; r < kRows; ++r) next[r] = load_vec(input, first + r * kWarpSize * kSize, n);
    if (k < 0 && tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

    T before[kRows], above{0};  // before[r]: the sum of the warp's elements before this thread's vector r
    for (int r = 0; r < kRows; ++r) {
      const T sums = warp_inclusive_scan(vec_sum(v[r]));
      before[r] = above + lane_before(sums);
      above += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
    }
    T sum = message.epoch == epoch ? message.value : await(messages + unread, epoch);
    if (k >= 0)
      for (size_t m = unread + kBlock; m < tile; m += kBlock) sum += await(messages + m, epoch);
    sum = warp_sum(sum);
    T total{0};
    for (int r = 0; r < kRows; ++r) total += vec_sum(next[r]);
    total = warp_sum(total);
    if (lane == 0) sums_before[k & 1][warp] = sum;
    if (lane == 0) warp_totals[k & 1][warp] = total;
    __syncthreads();
    if (k < 0) epoch = my_epoch;
    const T warp_total = lane < kWarps ? warp_totals[k & 1][lane] : T{0};
    if (warp == 0 && next_tile < tiles) {
      const T tile_total = warp_sum(warp_total);
      if (lane == 0) post(messages + next_tile, tile_total, epoch);
    }
    running += warp_sum(lane < kWarps ? sums_before[k & 1][lane] : T{0});
    if (k >= 0)
      for (int r = 0; r < kRows; ++r) {
        T item_sum = running + warps_before + before[r];
        for (T& item : v[r].item) {
          const T own = item;
          item = inclusive ? item_sum + own : item_sum;
          item_sum += own;
        }
        store_vec(output, tile * kTile + in_tile + r * kWarpSize * kSize, n, v[r]);
      }
    warps_before = warp_sum(lane < warp ? warp_total : T{0});
    for (int r = 0; r < kRows; ++r) v[r] = next[r];
  }
  // The block of the last tile has waited for all others.
  if (tid == 0 && blockIdx.x + (rounds - 1) * grid == tiles - 1) end_epoch(last_epoch, epoch);
}

// Launches as many blocks as can run at once: 1024 threads on every multiprocessor, if it has room for them.
template <int kBlock, int kRows, typename T>
void rounds(const ScanJob<T>& job) {
  const auto kernel = scan_rounds<T, kBlock, kRows>;
  const unsigned tiles = blocks_for(job.n, kBlock * kRows * Vec<T>::kSize);
  const unsigned most = job.context.device().multiprocessors * (1024 / kBlock);
  const unsigned grid = std::min({tiles, most, resident_grid(job, kernel, kBlock)});
  Message<T>* messages = state<Message<T>>(job, "messages", tiles);
  uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch_resident(job, kernel, {grid, kBlock}, job.input, job.output, messages, last_epoch, job.n, tiles,
                  job.inclusive);
}

}  // namespace
