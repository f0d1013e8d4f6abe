// pitfalls/exp_overflow · one sweep less
// This is `softmax/warp_per_row` without the search for the maximum.
// Tempting: exp(x - max) / sum(exp(x - max)) equals exp(x) / sum(exp(x)), and the search costs a sweep over the row.
// But exp(x) is infinite from x = 88.73 on, and infinity divided by infinity is not a number.
#include "tracks/softmax.h"
#include "stage/vectors.h"

namespace {

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// Combines the x of all lanes; every lane receives the result.
template <typename Op>
__device__ float over_warp(float x, Op op) {
  for (unsigned d = kWarpSize / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(kAllLanes, x, d));
  return x;
}

__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const size_t row = (size_t{blockIdx.y} * gridDim.x + blockIdx.x) * (blockDim.x / kWarpSize) + warp;
  if (row >= rows) return;
  float sum = 0.0f;
  for (size_t c = lane; c < columns; c += kWarpSize)
    sum += expf(input[row * columns + c]);  // wrong: it may overflow
  sum = over_warp(sum, Sum{});
  for (size_t c = lane; c < columns; c += kWarpSize)
    output[row * columns + c] = expf(input[row * columns + c]) / sum;
}

void run(const SoftmaxJob<float>& job) {
  const dim3 grid = job.grid(job.block / kWarpSize);
  launch(job, softmax, {grid, job.block}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("pitfalls/exp_overflow", "one sweep less", run)
    .spoils("softmax/warp_per_row")
    .expect("wrong", "mathematically, the maximum cancels out");
