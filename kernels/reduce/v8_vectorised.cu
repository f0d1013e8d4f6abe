// reduce/v8 · vectorised loads, grid sized to the device
// v7 needs four load instructions for what one can fetch, and starts up to 2048 blocks on any device. Here a
// lane loads 16 bytes at once (float4, int4), and the grid is as many blocks as the device holds at a time:
// all run together, none waits for a free place, and each walks on until the input is used up. Vectors come
// in fours, so block 0 adds the last n % 4 elements singly (the article drops them).
// Watch: a quarter of the global load requests, with 16 sectors each in place of 4; the same sectors in all.
#include "stage/reduce.h"

namespace {

constexpr int kPerThread = 4;  // vector loads in flight

// The sum of a warp's 32 values, in lane 0.
template <typename T>
__device__ T warp_reduce(T sum) {
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  return sum;
}

template <typename T, int kBlock>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  const auto* vectors = reinterpret_cast<const Vec4<T>*>(input);
  T sum{0};
  for (size_t i = blockIdx.x * kTile + tid; i < n / 4; i += gridDim.x * kTile) {
    for (int k = 0; k < kPerThread; ++k) {
      const Vec4<T> v = i + k * kBlock < n / 4 ? vectors[i + k * kBlock] : Vec4<T>{};
      sum += (v.x + v.y) + (v.z + v.w);
    }
  }
  if (blockIdx.x == 0 && tid < n % 4) sum += input[n - 1 - tid];  // the last one, two or three elements

  sum = warp_reduce(sum);
  if (lane == 0) partial[warp] = sum;
  __syncthreads();

  if (warp == 0) sum = warp_reduce(lane < kBlock / kWarpSize ? partial[lane] : T{0});
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned most = resident_grid(job, reduce<T, kBlock>, kBlock);
    const auto grid = [&](size_t n) { return std::min(most, blocks_for(n, 4 * kBlock * kPerThread)); };
    job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
      launch(job, reduce<T, kBlock>, {grid(n), kBlock}, input, block_sums, n);
    });
  });
}

}  // namespace

STAGE("reduce/v8", "vectorised loads, grid sized to the device", run<float>, run<int32_t>).after("v7");
