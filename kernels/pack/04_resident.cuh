// The kernel of `pack/resident` (explained there) and its launcher. `pack/best` launches it with other shapes.
#include "stage/messages.h"
#include "tracks/pack.h"
#include "stage/residency.h"
#include "stage/vectors.h"

namespace {

// A warp owns kRows rows of 32 vectors. Row by row, its lanes read consecutive vectors. The launch bounds
// are those of `scan/resident`.
template <typename T, int kBlock, int kRows>
__global__ void __launch_bounds__(kBlock, kRows <= 4 ? blocks_to_fill(kBlock) : 1024 / kBlock)
    pack_resident(const T* input, T* output, uint64_t* count, Message<uint32_t>* messages,
                  uint32_t* last_epoch, size_t n) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  static_assert(kRows * kSize <= 32, "one bit of a flag word for each element");
  extern __shared__ __align__(128) unsigned char shared[];
  T* packed = reinterpret_cast<T*>(shared);  // the elements this block keeps, without gaps
  __shared__ unsigned warp_totals[kWarps], sums_before[kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  for (unsigned b = tid; b < blockIdx.x; b += kBlock) prefetch_L2(messages + b);

  const size_t first = ((size_t{blockIdx.x} * kWarps + warp) * kRows * kWarpSize + lane) * kSize;
  Vec<T> v[kRows];
  for (int r = 0; r < kRows; ++r) v[r] = load_vec(input, first + r * kWarpSize * kSize, n);
  if (tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above

  unsigned flags = 0;  // one bit for each element
  for (int r = 0; r < kRows; ++r)
    for (unsigned e = 0; e < kSize; ++e) {
      const bool kept = first + r * kWarpSize * kSize + e < n && keep(v[r].item[e]);
      flags |= unsigned{kept} << (r * kSize + e);
    }
  const unsigned total = warp_sum(unsigned(__popc(flags)));
  if (lane == 0) warp_totals[warp] = total;
  __syncthreads();
  const uint32_t epoch = my_epoch;
  const unsigned warp_total = lane < kWarps ? warp_totals[lane] : 0;
  const unsigned block_total = warp_sum(warp_total);
  if (tid == 0) post(messages + blockIdx.x, block_total, epoch);

  unsigned above = warp_sum(lane < warp ? warp_total : 0u);  // elements that this block keeps before row r
  for (int r = 0; r < kRows; ++r) {
    const unsigned row = flags >> r * kSize;
    const unsigned sums = warp_inclusive_scan(unsigned(__popc(row & ((1u << kSize) - 1))));
    unsigned slot = above + lane_before(sums);
    for (unsigned e = 0; e < kSize; ++e)
      if (row >> e & 1) packed[slot++] = v[r].item[e];
    above += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
  }

  unsigned sum = 0;
  for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch);
  sum = warp_sum(sum);
  if (lane == 0) sums_before[warp] = sum;
  __syncthreads();
  const unsigned place = warp_sum(lane < kWarps ? sums_before[lane] : 0u);
  for (unsigned i = tid; i < block_total; i += kBlock) output[place + i] = packed[i];
  if (blockIdx.x == gridDim.x - 1 && tid == 0) {
    *count = place + block_total;
    end_epoch(last_epoch, epoch);  // all blocks have posted
  }
}

template <int kBlock, int kRows, typename T>
void resident(const PackJob<T>& job) {
  constexpr size_t kTile = kBlock * kRows * Vec<T>::kSize;
  const unsigned blocks = blocks_for(job.n, kTile);
  auto* messages = state<Message<uint32_t>>(job, "messages", blocks);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch(job, pack_resident<T, kBlock, kRows>, {blocks, kBlock, kTile * sizeof(T)}, job.input, job.output,
         job.count, messages, last_epoch, job.n);
}

}  // namespace
