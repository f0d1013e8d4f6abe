// The kernel of `scan/resident` (explained there) and its launcher. `scan/best` launches it with other shapes.
#include "stage/messages.h"
#include "stage/residency.h"
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

// The launch bounds request as many threads as a multiprocessor can hold, so a thread gets at most 32
// registers. With more than 4 rows they request 1024 threads, and a thread gets at most 64 registers.
template <typename T, int kBlock, int kRows, int kThreads = kRows <= 4 ? 2048 : 1024, bool kPrefetch = true>
__global__ void __launch_bounds__(kBlock, blocks_to_fill(kBlock, kThreads))
    scan_resident(const T* input, T* output, Message<T>* messages, uint32_t* last_epoch, size_t n,
                  bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  __shared__ T warp_totals[kWarps], sums_before[kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  for (unsigned b = tid; kPrefetch && b < blockIdx.x; b += kBlock) prefetch_L2(messages + b);

  const size_t first = ((size_t{blockIdx.x} * kWarps + warp) * kRows * kWarpSize + lane) * kSize;
  Vec<T> v[kRows];
  for (int r = 0; r < kRows; ++r) v[r] = load_vec(input, first + r * kWarpSize * kSize, n);
  if (tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

  T total{0};
  for (int r = 0; r < kRows; ++r) total += vec_sum(v[r]);
  total = warp_sum(total);
  if (lane == 0) warp_totals[warp] = total;
  __syncthreads();
  const uint32_t epoch = my_epoch;
  const T warp_total = lane < kWarps ? warp_totals[lane] : T{0};
  // The total is posted before the scan, because later blocks wait for it.
  if (warp == 0) {
    const T block_total = warp_sum(warp_total);
    if (lane == 0) post(messages + blockIdx.x, block_total, epoch);
  }

  T before[kRows], above{0};  // before[r]: the sum of the warp's elements before this thread's vector r
  for (int r = 0; r < kRows; ++r) {
    const T sums = warp_inclusive_scan(vec_sum(v[r]));
    before[r] = above + lane_before(sums);
    above += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
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

template <int kBlock, int kRows, int kThreads = kRows <= 4 ? 2048 : 1024, bool kPrefetch = true, typename T>
void resident(const ScanJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, kBlock * kRows * Vec<T>::kSize);
  Message<T>* messages = state<Message<T>>(job, "messages", blocks);
  uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch(job, scan_resident<T, kBlock, kRows, kThreads, kPrefetch>, {blocks, kBlock}, job.input, job.output,
         messages, last_epoch, job.n, job.inclusive);
}

}  // namespace
