// unpack/subgroup · eight elements per thread
// A warp counts 256 flags, eight for each lane. All eight loads are in flight before the first vote, and the
// loads of all eight elements before the first store.
// Watch: an eighth of the counts, barriers and shared requests. Load sectors fall by 11 %, and store sectors to 3/4.
#include "tracks/unpack.h"
#include "stage/vectors.h"
#include "../scan/01_three_kernel.cuh"

namespace {

constexpr unsigned kPerThread = 8;
constexpr unsigned kPerWarp = kPerThread * kWarpSize;

__global__ void count_set(const uint32_t* flags, uint64_t* counts, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  unsigned set = 0;
  for (unsigned k = 0; k < kPerWarp; k += kWarpSize)
    set += __popc(__ballot_sync(kAllLanes, first + k < n && flags[first + k] != 0));
  if (lane == 0) counts[warp] = set;
}

// sums[warp - 1]: the number of flags set in all warps before this one.
template <typename T>
__global__ void unpack(const T* packed, const uint32_t* flags, const uint64_t* sums, T* output, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  bool set[kPerThread];  // all loads are in flight before the first vote
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    set[k] = i < n && flags[i] != 0;
  }

  uint64_t place = warp > 0 ? sums[warp - 1] : 0;
  T items[kPerThread];
  for (unsigned k = 0; k < kPerThread; ++k) {
    const unsigned votes = __ballot_sync(kAllLanes, set[k]);
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // set flags of earlier lanes
    items[k] = set[k] ? packed[place + rank] : T{0};
    place += __popc(votes);
  }
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    if (i < n) output[i] = items[k];
  }
}

template <typename T>
void run(const UnpackJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, kPerThread * job.block);
  const size_t warps = size_t{blocks} * (job.block / kWarpSize);
  uint64_t* counts = scratch<uint64_t>(job, "counts", warps);
  launch(job, count_set, {blocks, job.block}, job.flags, counts, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint64_t, block>(job, counts, counts, warps); });
  launch(job, unpack<T>, {blocks, job.block}, job.packed, job.flags, counts, job.output, job.n);
}

}  // namespace

STAGE("unpack/subgroup", "eight elements per thread", run<uint32_t>, run<int32_t>, run<float>)
    .after("ballot");
