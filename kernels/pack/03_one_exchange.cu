// pack/one_exchange · one wave, one exchange of counts
// As in `scan/one_exchange`, there is one launch. A block loads its elements once, posts how many it keeps, and adds
// up the counts of all blocks before it, which start no later (on an H200, all run at once for n up to about 2^21).
// Watch: 1 launch; load sectors fall to three fifths. Each warp has two more barriers and five more shared requests.
// The diff is long: the kernels of the scan, which `subgroup` launches between its own two, are removed.
#include "stage/messages.h"
#include "tracks/pack.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kPerThread = 8;
constexpr unsigned kPerWarp = kPerThread * kWarpSize;

template <typename T, int kBlock>
__global__ void __launch_bounds__(kBlock) pack(const T* input, T* output, uint64_t* count,
                                               Message<uint32_t>* messages, uint32_t* last_epoch, size_t n) {
  constexpr unsigned kWarps = kBlock / kWarpSize;
  __shared__ unsigned warp_totals[kWarps], sums_before[kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t first = (size_t{blockIdx.x} * kWarps + warp) * kPerWarp + lane;
  T items[kPerThread];  // all loads are in flight before the first vote
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    items[k] = i < n ? input[i] : T{0};
  }
  if (tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

  unsigned total = 0;
  for (unsigned k = 0; k < kPerThread; ++k)
    total += __popc(__ballot_sync(kAllLanes, first + k * kWarpSize < n && keep(items[k])));
  if (lane == 0) warp_totals[warp] = total;
  __syncthreads();
  const uint32_t epoch = my_epoch;
  const unsigned warp_total = lane < kWarps ? warp_totals[lane] : 0;
  const unsigned block_total = warp_sum(warp_total);
  if (tid == 0) post(messages + blockIdx.x, block_total, epoch);

  unsigned sum = 0;
  for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch);
  sum = warp_sum(sum);
  if (lane == 0) sums_before[warp] = sum;
  __syncthreads();
  unsigned place = warp_sum(lane < kWarps ? sums_before[lane] : 0u) + warp_sum(lane < warp ? warp_total : 0u);
  for (unsigned k = 0; k < kPerThread; ++k) {
    const bool kept = first + k * kWarpSize < n && keep(items[k]);
    const unsigned votes = __ballot_sync(kAllLanes, kept);
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements of earlier lanes
    if (kept) output[place + rank] = items[k];
    place += __popc(votes);
  }
  if (blockIdx.x == gridDim.x - 1 && tid == kBlock - 1) {  // the last thread
    *count = place;
    end_epoch(last_epoch, epoch);  // all blocks have posted
  }
}

template <typename T>
void run(const PackJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    const unsigned blocks = blocks_for(job.n, kPerThread * job.block);
    auto* messages = state<Message<uint32_t>>(job, "messages", blocks);
    auto* last_epoch = state<uint32_t>(job, "epoch", 1);
    launch(job, pack<T, block>, {blocks, job.block}, job.input, job.output, job.count, messages, last_epoch,
           job.n);
  });
}

}  // namespace

STAGE("pack/one_exchange", "one wave, one exchange of counts", run<uint32_t>, run<int32_t>)
    .max_n(size_t{1} << 22,
           "every block reads the counts of all blocks before it: meant for as many as run at once")
    .after("subgroup");
