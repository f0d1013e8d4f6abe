// unpack/subgroup · a warp votes; one count per warp is scanned
// scan_gather writes a sum for every element and reads it back. As in pack/subgroup, a ballot tells all
// lanes of a warp their ranks, so that only one count for every 256 elements is scanned, and the flags are
// read twice instead.
// Watch: global load sectors fall to about half, store sectors to a third; votes replace nearly all shared
// requests and barriers. Those that are left belong to the scan of the counts.
#include "stage/unpack.h"

namespace {

constexpr unsigned kPerThread = 8;
constexpr unsigned kPerWarp = kPerThread * kWarpSize;

__global__ void count_set(const uint32_t* flags, uint64_t* counts, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  unsigned set = 0;
  for (unsigned k = 0; k < kPerWarp; k += kWarpSize)
    set += __popc(__ballot_sync(0xffffffffu, first + k < n && flags[first + k] != 0));
  if (lane == 0) counts[warp] = set;
}

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n) {
  __shared__ T partial[kBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kBlock + tid;
  partial[tid] = i < n ? input[i] : T{0};
  __syncthreads();

  for (unsigned shift = 1; shift < kBlock; shift *= 2) {
    const T left = tid >= shift ? partial[tid - shift] : T{0};
    __syncthreads();
    partial[tid] += left;
    __syncthreads();
  }

  if (i < n) output[i] = partial[tid];
  if (tid == kBlock - 1) block_sums[blockIdx.x] = partial[tid];
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= kTile && i < n) output[i] += block_sums[i / kTile - 1];
}

// Scans n elements. What the blocks leave is scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, int level = 0) {
  constexpr int kTile = kBlock;
  const unsigned blocks = blocks_for(n, kTile);
  T* block_sums = scratch<T>(job, "block_sums", blocks, level);
  launch(job, scan_blocks<T, kBlock>, {blocks, kBlock}, input, output, block_sums, n);
  if (blocks == 1) return;
  scan<T, kBlock>(job, block_sums, block_sums, blocks, level + 1);
  launch(job, add_block_sums<T, kTile>, {blocks_for(n, kBlock), kBlock}, output, block_sums, n);
}

// sums[warp - 1] is how many flags are set for all warps before this one.
template <typename T>
__global__ void unpack(const T* packed, const uint32_t* flags, const uint64_t* sums, T* output, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  bool set[kPerThread];  // all loads are under way before the first vote
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    set[k] = i < n && flags[i] != 0;
  }

  uint64_t from = warp > 0 ? sums[warp - 1] : 0;
  T items[kPerThread];
  for (unsigned k = 0; k < kPerThread; ++k) {
    const unsigned votes = __ballot_sync(0xffffffffu, set[k]);
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // set flags before mine
    items[k] = set[k] ? packed[from + rank] : T{0};
    from += __popc(votes);
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

STAGE("unpack/subgroup", "warp votes, one count per warp", run<uint32_t>, run<int32_t>, run<float>)
    .after("scan_gather");
