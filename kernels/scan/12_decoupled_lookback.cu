// scan/decoupled_lookback · one pass, looking back for a prefix
// A block posts the sum of its tile first. Then a warp looks back, 32 tiles at a time, until it finds a posted
// prefix (Merrill and Garland, 2016). Timing decides which tile provides it, so the last bits of a float may vary.
// Watch: the time (on a GPU). Each step back takes two more votes and one more shuffle (u32); each block posts twice.
#include "stage/messages.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

constexpr int kRows = 8;  // vectors per thread

// Called by one warp: posts the prefix that later tiles need, and returns the sum of all tiles before this one.
template <typename T>
__device__ T look_back(Message<T>* messages, unsigned tile, T tile_sum, uint32_t epoch) {
  const unsigned lane = threadIdx.x % kWarpSize;
  if (lane == 0 && tile > 0) post(messages + tile, tile_sum, 2 * epoch);  // even: a sum; odd: a prefix
  T prefix{0};
  bool known = tile == 0;
  for (int64_t i = int64_t{tile} - 1 - lane; !known; i -= kWarpSize) {  // lane 0 has the nearest tile
    Received<T> message = {T{0}, 2 * epoch + 1};                        // before the first tile: prefix 0
    do {
      if (i >= 0) message = peek(messages + i);
    } while (!__all_sync(kAllLanes, message.epoch / 2 == epoch));
    const unsigned prefixes = __ballot_sync(kAllLanes, message.epoch & 1);
    known = prefixes != 0;
    const unsigned last = known ? __ffs(prefixes) - 1 : kWarpSize - 1;
    prefix += warp_sum(lane <= last ? message.value : T{0});
  }
  if (lane == 0) post(messages + tile, prefix + tile_sum, 2 * epoch + 1);
  return prefix;
}

// The launch bounds tell the compiler how many threads a block has.
template <typename T, int kBlock>
__global__ void __launch_bounds__(kBlock)
    scan(const T* input, T* output, Message<T>* messages, unsigned* ticket, uint32_t* last_epoch, size_t n,
         bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  __shared__ T warp_totals[kWarps], tile_prefix;
  __shared__ unsigned my_tile;
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  if (tid == 0) my_tile = atomicInc(ticket, gridDim.x - 1);  // back to 0 after the last tile
  __syncthreads();
  const unsigned tile = my_tile;

  const size_t first = ((size_t{tile} * kWarps + warp) * kRows * kWarpSize + lane) * kSize;
  Vec<T> v[kRows];
  for (int r = 0; r < kRows; ++r) v[r] = load_vec(input, first + r * kWarpSize * kSize, n);
  if (tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

  T before[kRows], total{0};  // before[r]: the sum of the warp's elements before this thread's vector r
  for (int r = 0; r < kRows; ++r) {
    const T sums = warp_inclusive_scan(vec_sum(v[r]));
    before[r] = total + lane_before(sums);
    total += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
  }
  if (lane == 0) warp_totals[warp] = total;
  __syncthreads();
  const T warp_total = lane < kWarps ? warp_totals[lane] : T{0};
  if (warp == 0) {
    const uint32_t epoch = my_epoch;
    const T prefix = look_back(messages, tile, warp_sum(warp_total), epoch);
    if (lane == 0) tile_prefix = prefix;
    if (lane == 0 && tile == gridDim.x - 1) end_epoch(last_epoch, epoch);  // all blocks have posted
  }
  __syncthreads();
  const T prefix = tile_prefix + warp_sum(lane < warp ? warp_total : T{0});  // of the earlier tiles and warps
  for (int r = 0; r < kRows; ++r) {
    T running = prefix + before[r];
    for (T& item : v[r].item) {
      const T sum = running + item;
      item = inclusive ? sum : running;
      running = sum;
    }
    store_vec(output, first + r * kWarpSize * kSize, n, v[r]);
  }
}

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned tiles = blocks_for(job.n, kBlock * kRows * Vec<T>::kSize);
    Message<T>* messages = state<Message<T>>(job, "messages", tiles);
    unsigned* ticket = state<unsigned>(job, "ticket", 1);
    uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
    launch(job, scan<T, kBlock>, {tiles, kBlock}, job.input, job.output, messages, ticket, last_epoch, job.n,
           job.inclusive);
  });
}

}  // namespace

STAGE("scan/decoupled_lookback", "one pass, looking back for a prefix", run<uint32_t>, run<int32_t>,
      run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .after("chained")
    .same_bits(kNever);
