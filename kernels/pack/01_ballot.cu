// pack/ballot · warp votes, one count per warp
// A ballot gives all lanes the 32 answers as the bits of a number; a lane's rank is the number of ones below
// its bit. Only one count per warp is scanned; then each warp votes again and writes.
// Watch: load sectors fall to less than half, store sectors to a quarter, and shared requests and barriers to
// 1/32. There are two votes for every 32 elements.
#include "tracks/pack.h"
#include "stage/vectors.h"
#include "../scan/01_three_kernel.cuh"

namespace {

template <typename T>
__global__ void count_kept(const T* input, uint64_t* counts, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t i = warp * kWarpSize + lane;
  const unsigned kept = __popc(__ballot_sync(kAllLanes, i < n && keep(input[i])));
  if (lane == 0) counts[warp] = kept;
}

// sums[warp - 1]: the number of elements that all warps before this one keep.
template <typename T>
__global__ void pack(const T* input, const uint64_t* sums, T* output, uint64_t* count, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t i = warp * kWarpSize + lane;
  const T item = i < n ? input[i] : T{0};
  uint64_t place = warp > 0 ? sums[warp - 1] : 0;
  const bool kept = i < n && keep(item);
  const unsigned votes = __ballot_sync(kAllLanes, kept);
  const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements of earlier lanes
  if (kept) output[place + rank] = item;
  place += __popc(votes);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *count = place;  // the last thread
}

template <typename T>
void run(const PackJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, job.block);
  const size_t warps = size_t{blocks} * (job.block / kWarpSize);
  uint64_t* counts = scratch<uint64_t>(job, "counts", warps);
  launch(job, count_kept<T>, {blocks, job.block}, job.input, counts, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint64_t, block>(job, counts, counts, warps); });
  launch(job, pack<T>, {blocks, job.block}, job.input, counts, job.output, job.count, job.n);
}

}  // namespace

STAGE("pack/ballot", "warp votes, one count per warp", run<uint32_t>, run<int32_t>).after("scan_scatter");
