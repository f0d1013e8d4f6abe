// The kernel of `pack/row_by_row` (explained there) and its launcher. `pack/best` launches it, too.
#include "stage/messages.h"
#include "tracks/pack.h"
#include "stage/vectors.h"

namespace {

// A warp owns (rounds + 1) * kRows rows of 32 vectors. kRows of them are in registers: when a row is packed,
// a later row is loaded into its registers. The last kRows rows stay there until the exchange is over.
template <typename T, int kBlock, int kRows>
__global__ void __launch_bounds__(kBlock, 1024 / kBlock)
    pack_row_by_row(const T* input, T* output, uint64_t* count, Message<uint32_t>* messages,
                    uint32_t* last_epoch, size_t n, int rounds) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize, kRow = kWarpSize * kSize;
  extern __shared__ __align__(128) unsigned char shared[];
  __shared__ unsigned warp_totals[kWarps], sums_before[kWarps];
  __shared__ uint32_t my_epoch;
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  T* packed = reinterpret_cast<T*>(shared) + warp * max(rounds, 1) * kRows * kRow;  // this warp's part
  for (unsigned b = tid; b < blockIdx.x; b += kBlock) prefetch_L2(messages + b);

  // Packs a row at `to` and returns how many elements it keeps. `i` is the index of this lane's first element.
  const auto pack_row = [&](const Vec<T>& row, size_t i, T* to) {
    unsigned flags = 0, before = 0, total = 0;  // before: kept by the lanes before this one
    for (unsigned e = 0; e < kSize; ++e) {
      const bool kept = i + e < n && keep(row.item[e]);
      const unsigned votes = __ballot_sync(kAllLanes, kept);
      flags |= unsigned{kept} << e;
      before += __popc(votes & ((1u << lane) - 1));
      total += __popc(votes);
    }
    T* slot = to + before;
    for (unsigned e = 0; e < kSize; ++e)
      if (flags >> e & 1) *slot++ = row.item[e];
    return total;
  };

  size_t i = (size_t{blockIdx.x} * kWarps + warp) * (rounds + 1) * kRows * kRow + lane * kSize;
  Vec<T> v[kRows];
  for (int r = 0; r < kRows; ++r) v[r] = load_vec(input, i + r * kRow, n);
  if (tid == 0) my_epoch = next_epoch(last_epoch);  // overlaps with the loads above
  unsigned stored = 0;                              // the elements this warp has packed
  for (int k = 0; k < rounds; ++k) {
    for (int r = 0; r < kRows; ++r) {
      stored += pack_row(v[r], i + r * kRow, packed + stored);
      v[r] = load_vec(input, i + (kRows + r) * kRow, n);
    }
    i += kRows * kRow;
  }
  unsigned rest = 0;  // the number of elements that the last rows keep
  for (int r = 0; r < kRows; ++r)
    for (unsigned e = 0; e < kSize; ++e) rest += i + r * kRow + e < n && keep(v[r].item[e]);
  rest = warp_sum(rest);
  if (lane == 0) warp_totals[warp] = stored + rest;
  __syncthreads();
  const uint32_t epoch = my_epoch;
  const unsigned warp_total = lane < kWarps ? warp_totals[lane] : 0;
  const unsigned block_total = warp_sum(warp_total);
  if (tid == 0) post(messages + blockIdx.x, block_total, epoch);
  const unsigned warps_before = warp_sum(lane < warp ? warp_total : 0u);

  unsigned sum = 0;
  for (unsigned b = tid; b < blockIdx.x; b += kBlock) sum += await(messages + b, epoch);
  sum = warp_sum(sum);
  if (lane == 0) sums_before[warp] = sum;
  __syncthreads();
  const unsigned place = warp_sum(lane < kWarps ? sums_before[lane] : 0u);
  T* to = output + place + warps_before;
  for (unsigned s = lane; s < stored; s += kWarpSize) to[s] = packed[s];
  __syncwarp();  // before the last rows are packed there
  unsigned last = 0;
  for (int r = 0; r < kRows; ++r) last += pack_row(v[r], i + r * kRow, packed + last);
  __syncwarp();
  for (unsigned s = lane; s < rest; s += kWarpSize) to[stored + s] = packed[s];
  if (blockIdx.x == gridDim.x - 1 && tid == 0) {
    *count = place + block_total;
    end_epoch(last_epoch, epoch);  // all blocks have posted
  }
}

// Uses fewer rounds if shared memory cannot hold the elements of all of them.
template <int kBlock, int kRows, typename T>
void row_by_row(const PackJob<T>& job, int rounds) {
  constexpr size_t kTile = kBlock * kRows * Vec<T>::kSize;                 // elements of one round
  const size_t shared = job.context.device().max_shared_per_block - 1024;  // the rest is for the totals
  rounds = std::min(rounds, static_cast<int>(shared / (kTile * sizeof(T))));
  const unsigned blocks = blocks_for(job.n, (rounds + 1) * kTile);
  auto* messages = state<Message<uint32_t>>(job, "messages", blocks);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch(job, pack_row_by_row<T, kBlock, kRows>, {blocks, kBlock, std::max(rounds, 1) * kTile * sizeof(T)},
         job.input, job.output, job.count, messages, last_epoch, job.n, rounds);
}

}  // namespace
