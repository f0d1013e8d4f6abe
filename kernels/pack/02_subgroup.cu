// pack/subgroup · eight elements per thread
// In `ballot` a warp counts 32 elements, and for every 32 elements a count goes through memory and is
// scanned. Here a warp counts 256 elements, eight for each lane, and adds up their counts. When it writes,
// all eight loads are in flight before the first vote. (Subgroup is the name that other languages give a
// warp.)
// Watch: an eighth of the barriers and shared requests, as there are an eighth of the counts. Load sectors
// fall by 14 %, store sectors by a third. As many votes as before.
#include "tracks/pack.h"
#include "stage/vectors.h"
#include "../scan/01_three_kernel.cuh"

namespace {

constexpr unsigned kPerThread = 8;
constexpr unsigned kPerWarp = kPerThread * kWarpSize;

template <typename T>
__global__ void count_kept(const T* input, uint64_t* counts, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  unsigned kept = 0;
  for (unsigned k = 0; k < kPerWarp; k += kWarpSize)
    kept += __popc(__ballot_sync(kAllLanes, first + k < n && keep(input[first + k])));
  if (lane == 0) counts[warp] = kept;
}

// sums[warp - 1] is how many all warps before this one keep.
template <typename T>
__global__ void pack(const T* input, const uint64_t* sums, T* output, uint64_t* count, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  T items[kPerThread];  // all loads are in flight before the first vote
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    items[k] = i < n ? input[i] : T{0};
  }

  uint64_t place = warp > 0 ? sums[warp - 1] : 0;
  for (unsigned k = 0; k < kPerThread; ++k) {
    const bool kept = first + k * kWarpSize < n && keep(items[k]);
    const unsigned votes = __ballot_sync(kAllLanes, kept);
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements of the lanes before
    if (kept) output[place + rank] = items[k];
    place += __popc(votes);
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *count = place;  // the last thread
}

template <typename T>
void run(const PackJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, kPerThread * job.block);
  const size_t warps = size_t{blocks} * (job.block / kWarpSize);
  uint64_t* counts = scratch<uint64_t>(job, "counts", warps);
  launch(job, count_kept<T>, {blocks, job.block}, job.input, counts, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint64_t, block>(job, counts, counts, warps); });
  launch(job, pack<T>, {blocks, job.block}, job.input, counts, job.output, job.count, job.n);
}

}  // namespace

STAGE("pack/subgroup", "eight elements per thread", run<uint32_t>, run<int32_t>).after("ballot");
