// pack/subgroup · a warp votes; one count per warp is scanned
// scan_scatter sends a flag and a sum for every element through memory. A warp can do without: one ballot
// tells all lanes which of them keep their element, and counting the bits below its own gives a lane its
// rank. So each warp counts what it keeps of 256 elements, only these counts are scanned, and then it
// votes again and writes. To read the input twice is cheaper than to write down flags once.
// Watch: load sectors fall to two fifths, store sectors to less than a fifth; votes replace nearly all
// shared requests and barriers. Those that are left belong to the scan of the counts.
#include "stage/pack.h"

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
    kept += __popc(__ballot_sync(0xffffffffu, first + k < n && keep(input[first + k])));
  if (lane == 0) counts[warp] = kept;
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

// sums[warp - 1] is how many all warps before this one keep.
template <typename T>
__global__ void pack(const T* input, const uint64_t* sums, T* output, uint64_t* count, size_t n) {
  const unsigned lane = threadIdx.x % kWarpSize;
  const size_t warp = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarpSize;
  const size_t first = warp * kPerWarp + lane;
  T items[kPerThread];  // all loads are under way before the first vote
  for (unsigned k = 0; k < kPerThread; ++k) {
    const size_t i = first + k * kWarpSize;
    items[k] = i < n ? input[i] : T{0};
  }

  uint64_t to = warp > 0 ? sums[warp - 1] : 0;
  for (unsigned k = 0; k < kPerThread; ++k) {
    const bool kept = first + k * kWarpSize < n && keep(items[k]);
    const unsigned votes = __ballot_sync(0xffffffffu, kept);
    const unsigned rank = __popc(votes & ((1u << lane) - 1));  // kept elements before mine
    if (kept) output[to + rank] = items[k];
    to += __popc(votes);
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *count = to;  // the last thread of all
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

STAGE("pack/subgroup", "warp votes, one count per warp", run<uint32_t>, run<int32_t>).after("scan_scatter");
