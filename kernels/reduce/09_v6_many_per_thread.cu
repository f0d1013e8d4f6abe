// reduce/v6 · many elements per thread
// At most 2048 blocks process the input tile by tile. A thread adds its elements in a register, with up to
// kPerThread loads in flight, and each block runs a single tree at the end. (Elements past the end count as 0.)
// Watch: at n = 2^20, shared requests and barriers fall to a quarter (at 2^28 to 1/256), and launches from 3 to 2.
#include "tracks/reduce.h"

namespace {

constexpr int kPerThread = 8;        // elements per thread in each tile
constexpr unsigned kMaxGrid = 2048;  // blocks

// Returns the sum of partial[0] to partial[63] in lane 0. The block must have at least 64 threads.
template <typename T>
__device__ T warp_reduce(T* partial, unsigned tid) {
  T sum = partial[tid] + partial[tid + kWarpSize];
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  return sum;
}

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) sum += i + k * kBlock < n ? input[i + k * kBlock] : T{0};
  }
  partial[tid] = sum;
  __syncthreads();

  if constexpr (kBlock >= 1024) {
    if (tid < 512) partial[tid] += partial[tid + 512];
    __syncthreads();
  }
  if constexpr (kBlock >= 512) {
    if (tid < 256) partial[tid] += partial[tid + 256];
    __syncthreads();
  }
  if constexpr (kBlock >= 256) {
    if (tid < 128) partial[tid] += partial[tid + 128];
    __syncthreads();
  }
  if constexpr (kBlock >= 128) {
    if (tid < 64) partial[tid] += partial[tid + 64];
    __syncthreads();
  }
  if (tid < kWarpSize) sum = warp_reduce(partial, tid);
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const auto grid = [&](size_t n) { return std::min(kMaxGrid, blocks_for(n, kBlock * kPerThread)); };
    job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
      launch(job, reduce<T, kBlock>, {grid(n), kBlock}, input, block_sums, n);
    });
  });
}

}  // namespace

STAGE("reduce/v6", "many elements per thread", run<float>, run<int32_t>).after("v5").min_block(64);
