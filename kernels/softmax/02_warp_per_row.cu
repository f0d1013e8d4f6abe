// softmax/warp_per_row · a warp per row
// A warp processes a row: its lanes combine their maxima and sums with shuffles alone. No shared memory or
// barrier is needed. A block processes as many rows at once as it has warps.
// Watch: barriers and shared requests fall to 0, and there are 10 shuffles per row.
#include "tracks/softmax.h"
#include "stage/vectors.h"

namespace {

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// Combines the values x of all lanes; every lane receives the result.
template <typename Op>
__device__ float over_warp(float x, Op op) {
  for (unsigned d = kWarpSize / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(kAllLanes, x, d));
  return x;
}

__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const size_t row = (size_t{blockIdx.y} * gridDim.x + blockIdx.x) * (blockDim.x / kWarpSize) + warp;
  if (row >= rows) return;
  float max = -INFINITY;
  for (size_t c = lane; c < columns; c += kWarpSize) max = fmaxf(max, input[row * columns + c]);
  max = over_warp(max, Max{});
  float sum = 0.0f;
  for (size_t c = lane; c < columns; c += kWarpSize) sum += expf(input[row * columns + c] - max);
  sum = over_warp(sum, Sum{});
  for (size_t c = lane; c < columns; c += kWarpSize)
    output[row * columns + c] = expf(input[row * columns + c] - max) / sum;
}

void run(const SoftmaxJob<float>& job) {
  const dim3 grid = job.grid(job.block / kWarpSize);
  launch(job, softmax, {grid, job.block}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("softmax/warp_per_row", "a warp per row", run).after("one_kernel");
