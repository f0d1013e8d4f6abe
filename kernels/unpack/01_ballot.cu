// unpack/ballot · warp votes, one count per warp
// As in `pack/ballot`, a ballot gives each lane its rank. One count per warp is scanned; the flags are read twice.
// Watch: load sectors fall to three fifths, store sectors to less than half, and shared requests and barriers
// to 1/32. There are two votes for every 32 elements.
#include "tracks/unpack.h"
#include "stage/vectors.h"
#include "../scan/01_three_kernel.cuh"

namespace {

__global__ void count_set(const uint32_t* flags, uint64_t* counts, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t i = warp * kWarpSize + lane;
  const unsigned set = __popc(__ballot_sync(kAllLanes, i < n && flags[i] != 0));
  if (lane == 0) counts[warp] = set;
}

// sums[warp - 1]: the number of flags set in all warps before this one.
template <typename T>
__global__ void unpack(const T* packed, const uint32_t* flags, const uint64_t* sums, T* output, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t i = warp * kWarpSize + lane;
  const bool set = i < n && flags[i] != 0;
  const uint64_t place = warp > 0 ? sums[warp - 1] : 0;
  const unsigned votes = __ballot_sync(kAllLanes, set);
  const unsigned rank = __popc(votes & ((1u << lane) - 1));  // set flags of earlier lanes
  if (i < n) output[i] = set ? packed[place + rank] : T{0};
}

template <typename T>
void run(const UnpackJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, job.block);
  const size_t warps = size_t{blocks} * (job.block / kWarpSize);
  uint64_t* counts = scratch<uint64_t>(job, "counts", warps);
  launch(job, count_set, {blocks, job.block}, job.flags, counts, job.n);
  with_block_size(job.block, [&](auto block) { scan<uint64_t, block>(job, counts, counts, warps); });
  launch(job, unpack<T>, {blocks, job.block}, job.packed, job.flags, counts, job.output, job.n);
}

}  // namespace

STAGE("unpack/ballot", "warp votes, one count per warp", run<uint32_t>, run<int32_t>, run<float>)
    .after("scan_gather");
