// pitfalls/merge_of_nothing · right without a mask
// The pair (maximum, sum) of a lane begins with −infinity instead of the lowest float.
// Tempting: −infinity is the maximum of no elements, and finite elements are merged correctly. But if the
// first element of a lane is −infinity, as in a masked row, the merge computes −infinity − (−infinity): NaN.
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

// The maximum of several elements, and the sum of their exp(x - max).
struct MaxSum {
  float max, sum;
};

__device__ MaxSum merged(MaxSum a, MaxSum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * expf(a.max - max) + b.sum * expf(b.max - max)};
}

__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const size_t row = (size_t{blockIdx.y} * gridDim.x + blockIdx.x) * (blockDim.x / kWarpSize) + warp;
  if (row >= rows) return;
  MaxSum own = {-INFINITY, 0.0f};  // wrong: max - max is NaN while all elements so far are −infinity
  for (size_t c = lane; c < columns; c += kWarpSize) own = merged(own, {input[row * columns + c], 1.0f});
  const float max = over_warp(own.max, Max{});
  const float sum = over_warp(own.sum * expf(own.max - max), Sum{});
  for (size_t c = lane; c < columns; c += kWarpSize)
    output[row * columns + c] = expf(input[row * columns + c] - max) / sum;
}

void run(const SoftmaxJob<float>& job) {
  const dim3 grid = job.grid(job.block / kWarpSize);
  launch(job, softmax, {grid, job.block}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("pitfalls/merge_of_nothing", "right without a mask", run)
    .spoils("softmax/online")
    .expect("wrong", "−infinity is the maximum of no elements");
