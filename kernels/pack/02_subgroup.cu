// pack/subgroup · eight elements per thread
// A warp counts 256 elements, eight for each lane, with all eight loads in flight before the first vote.
// Watch: an eighth of the counts, barriers and shared requests. Load sectors fall by 14 %, store sectors by a third.
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

// sums[warp - 1]: the number of elements that all warps before this one keep.
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
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements of earlier lanes
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
