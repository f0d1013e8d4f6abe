// scan/one_exchange · one wave, one exchange of totals
// Together, the threads in a block read the totals of all blocks before it, in a fixed order. A warp has four
// rows, not eight, so that all blocks run at once (on an H200, for n up to about 2^21). No ticket is needed: a
// block posts before it waits, and blocks with a lower index start no later (NVIDIA's CUB also relies on this).
// Watch: no atomics. The totals add 5.6 % to the load sectors. Twice as many blocks need a third more barriers
// and nearly twice the shared loads, since every warp now needs the epoch.
// The diff is long: the whole look-back and its ticket are removed.
#include "stage/messages.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

template <typename T, int kBlock, int kRows>
__global__ void __launch_bounds__(kBlock) scan_resident(const T* input, T* output, Message<T>* messages,
                                                        uint32_t* last_epoch, size_t n, bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  __shared__ T warp_totals[kWarps], sums_before[kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;

  const size_t first = ((size_t{blockIdx.x} * kWarps + warp) * kRows * kWarpSize + lane) * kSize;
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
  const uint32_t epoch = my_epoch;
  const T warp_total = lane < kWarps ? warp_totals[lane] : T{0};
  if (warp == 0) {
    const T block_total = warp_sum(warp_total);
    if (lane == 0) post(messages + blockIdx.x, block_total, epoch);
  }
  T prefix = warp_sum(lane < warp ? warp_total : T{0});
  if (blockIdx.x > 0) {
    T sum{0};
    for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch);
    sum = warp_sum(sum);
    if (lane == 0) sums_before[warp] = sum;
    __syncthreads();
    prefix += warp_sum(lane < kWarps ? sums_before[lane] : T{0});
  }
  for (int r = 0; r < kRows; ++r) {
    T running = prefix + before[r];
    for (T& item : v[r].item) {
      const T sum = running + item;
      item = inclusive ? sum : running;
      running = sum;
    }
    store_vec(output, first + r * kWarpSize * kSize, n, v[r]);
  }
  if (blockIdx.x == gridDim.x - 1 && tid == 0) end_epoch(last_epoch, epoch);  // all blocks have posted
}

template <int kBlock, int kRows, typename T>
void resident(const ScanJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, kBlock * kRows * Vec<T>::kSize);
  Message<T>* messages = state<Message<T>>(job, "messages", blocks);
  uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch(job, scan_resident<T, kBlock, kRows>, {blocks, kBlock}, job.input, job.output, messages, last_epoch,
         job.n, job.inclusive);
}

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4>(job);
  });
}

}  // namespace

STAGE("scan/one_exchange", "one wave, one exchange of totals", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .min_block(64)
    .max_n(size_t{1} << 22,
           "every block reads the totals of all blocks before it: meant for as many as run at once")
    .after("decoupled_lookback");
