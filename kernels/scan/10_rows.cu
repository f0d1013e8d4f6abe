// scan/rows · each warp owns rows of vectors
// A warp owns eight rows of 32 vectors. It issues all loads before it needs a sum, and carries the sum from row to row.
// Watch: barriers and shared requests fall to an eighth, because a block processes eight times as many elements.
// The diff is long: nearly every line of the kernel names the elements of a thread, which are now rows.
#include "tracks/scan.h"
#include "stage/vectors.h"

namespace {

constexpr int kRows = 8;  // vectors per thread

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n, bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize, kSize = Vec<T>::kSize;
  __shared__ T partial[kWarps];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t first = ((size_t{blockIdx.x} * kWarps + warp) * kRows * kWarpSize + lane) * kSize;
  Vec<T> v[kRows];
  for (int r = 0; r < kRows; ++r) v[r] = load_vec(input, first + r * kWarpSize * kSize, n);

  T before[kRows], total{0};  // before[r]: the sum of the warp's elements before this thread's vector r
  for (int r = 0; r < kRows; ++r) {
    const T sums = warp_inclusive_scan(vec_sum(v[r]));
    before[r] = total + lane_before(sums);
    total += __shfl_sync(kAllLanes, sums, kWarpSize - 1);
  }
  if (lane == 0) partial[warp] = total;
  __syncthreads();
  if (warp == 0) {
    const T sum = warp_inclusive_scan(lane < kWarps ? partial[lane] : T{0});
    if (lane < kWarps) partial[lane] = sum;
    if (lane == kWarps - 1) block_sums[blockIdx.x] = sum;
  }
  __syncthreads();

  const T prefix = warp > 0 ? partial[warp - 1] : T{0};
  for (int r = 0; r < kRows; ++r) {
    T running = prefix + before[r];
    for (T& item : v[r].item) {
      const T sum = running + item;
      item = inclusive ? sum : running;
      running = sum;
    }
    store_vec(output, first + r * kWarpSize * kSize, n, v[r]);
  }
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] += block_sums[i / kTile];
}

// Scans n elements. The block sums are scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, bool inclusive, int level = 0) {
  constexpr int kTile = kBlock * kRows * Vec<T>::kSize;
  const unsigned blocks = blocks_for(n, kTile);
  T* block_sums = scratch<T>(job, "block_sums", blocks, level);
  launch(job, scan_blocks<T, kBlock>, {blocks, kBlock}, input, output, block_sums, n, inclusive);
  if (blocks == 1) return;
  scan<T, kBlock>(job, block_sums, block_sums, blocks, false, level + 1);
  launch(job, add_block_sums<T, kTile>, {blocks_for(n, kBlock), kBlock}, output, block_sums, n);
}

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block,
                  [&](auto block) { scan<T, block>(job, job.input, job.output, job.n, job.inclusive); });
}

}  // namespace

STAGE("scan/rows", "each warp owns rows of vectors", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .after("subgroup");
