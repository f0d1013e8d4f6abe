// scan/subgroup · warp scans by shuffles
// blelloch_coarse4 sweeps its tree through shared memory with a barrier at every level, most levels in one
// busy warp. The lanes of a warp need neither: they read each other's registers. So each warp scans its 32
// sums in five shuffles, the first warp scans the sums of the warps, and every thread adds what came
// before it. That is more additions than in a tree, and fewer waits. Inclusive or exclusive is a matter of
// what is stored.
// Watch: barriers fall to two per warp, shared requests to a sixth; shuffles take their place.
#include "stage/scan.h"

namespace {

constexpr int kPerThread = 4;

// Neighbouring elements that one thread moves in one instruction.
template <typename T>
struct alignas(kPerThread * sizeof(T)) Items {
  T at[kPerThread];
};

template <typename T>
__device__ Items<T> load(const T* input, size_t i, size_t n) {
  if (i + kPerThread <= n) return *reinterpret_cast<const Items<T>*>(input + i);
  Items<T> items{};  // the last few, and zeros
  for (int k = 0; k < kPerThread && i + k < n; ++k) items.at[k] = input[i + k];
  return items;
}

template <typename T>
__device__ void store(T* output, size_t i, size_t n, const Items<T>& items) {
  if (i + kPerThread <= n)
    *reinterpret_cast<Items<T>*>(output + i) = items;
  else
    for (int k = 0; k < kPerThread && i + k < n; ++k) output[i + k] = items.at[k];
}

// The sum of the values of all lanes up to and including this one.
template <typename T>
__device__ T warp_scan(T sum) {
  const unsigned lane = threadIdx.x % kWarpSize;
  for (unsigned shift = 1; shift < kWarpSize; shift *= 2) {
    const T left = __shfl_up_sync(0xffffffffu, sum, shift);
    if (lane >= shift) sum += left;
  }
  return sum;
}

template <typename T, int kBlock>
__global__ void scan_blocks(const T* input, T* output, T* block_sums, size_t n, bool inclusive) {
  constexpr unsigned kWarps = kBlock / kWarpSize;
  __shared__ T partial[kWarps];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t i = (size_t{blockIdx.x} * kBlock + tid) * kPerThread;
  Items<T> items = load(input, i, n);
  T own_sum{0};
  for (const T item : items.at) own_sum += item;

  const T warp_sum = warp_scan(own_sum);
  if (lane == kWarpSize - 1) partial[warp] = warp_sum;
  __syncthreads();
  if (warp == 0) {
    const T sum = warp_scan(lane < kWarps ? partial[lane] : T{0});
    if (lane < kWarps) partial[lane] = sum;
    if (lane == kWarps - 1) block_sums[blockIdx.x] = sum;
  }
  __syncthreads();

  T before = __shfl_up_sync(0xffffffffu, warp_sum, 1);
  if (lane == 0) before = T{0};
  if (warp > 0) before += partial[warp - 1];
  for (T& item : items.at) {
    const T sum = before + item;
    item = inclusive ? sum : before;
    before = sum;
  }
  store(output, i, n, items);
}

template <typename T, int kTile>
__global__ void add_block_sums(T* output, const T* block_sums, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) output[i] += block_sums[i / kTile];
}

// Scans n elements. What the blocks leave is scanned by the same function, in place.
template <typename T, int kBlock>
void scan(const AnyJob& job, const T* input, T* output, size_t n, bool inclusive, int level = 0) {
  constexpr int kTile = kPerThread * kBlock;
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

STAGE("scan/subgroup", "warp scans by shuffles", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .after("blelloch_coarse4");
