// softmax/in_registers · a row stays in registers
// A lane keeps its elements of the row, up to 32, in registers from the load to the store, so the second sweep
// reads registers. Only rows with more than 1024 elements are processed in pieces and loaded again.
// Watch: load requests and sectors halve, from 2n to n: every element is loaded once and stored once, as in a copy.
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

// The maximum of several elements, and the sum of their exp(x - max). Without elements, max is the lowest
// float, because with −infinity, max - max would not be a number.
struct MaxSum {
  float max, sum;
};

__device__ MaxSum merged(MaxSum a, MaxSum b) {
  const float max = fmaxf(a.max, b.max);
  return {max, a.sum * expf(a.max - max) + b.sum * expf(b.max - max)};
}

// A lane's elements of a piece: every kWarpSize-th element, starting at `from`; `left` are left in the row.
// exp(−infinity) is 0, so elements after the row's end do not count.
template <int kPerLane>
__device__ void load(float (&x)[kPerLane], const float* from, size_t left) {
  for (int k = 0; k < kPerLane; ++k) x[k] = k * kWarpSize < left ? from[k * kWarpSize] : -INFINITY;
}

template <int kPerLane>
__device__ MaxSum max_and_sum(const float (&x)[kPerLane]) {
  MaxSum all = {-FLT_MAX, 0.0f};
  for (int k = 0; k < kPerLane; ++k) all.max = fmaxf(all.max, x[k]);
  for (int k = 0; k < kPerLane; ++k) all.sum += expf(x[k] - all.max);
  return all;
}

template <int kPerLane>
__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  const size_t row = (size_t{blockIdx.y} * gridDim.x + blockIdx.x) * (blockDim.x / kWarpSize) + warp;
  if (row >= rows) return;
  const float* from = input + row * columns;
  float* to = output + row * columns;
  constexpr unsigned kPiece = kPerLane * kWarpSize;
  float x[kPerLane] = {};
  MaxSum own = {-FLT_MAX, 0.0f};
  for (size_t first = lane; first < columns; first += kPiece) {
    load(x, from + first, columns - first);
    own = merged(own, max_and_sum(x));
  }
  const float max = over_warp(own.max, Max{});
  const float sum = over_warp(own.sum * expf(own.max - max), Sum{});
  for (size_t first = lane; first < columns; first += kPiece) {
    if (columns > kPiece) load(x, from + first, columns - first);
    for (int k = 0; k < kPerLane; ++k)
      if (first + k * kWarpSize < columns) to[first + k * kWarpSize] = expf(x[k] - max) / sum;
  }
}

void run(const SoftmaxJob<float>& job) {
  const dim3 grid = job.grid(job.block / kWarpSize);
  const unsigned per_lane = blocks_for(job.columns, kWarpSize);
  const auto kernel = per_lane <= 1    ? softmax<1>
                      : per_lane <= 4  ? softmax<4>
                      : per_lane <= 16 ? softmax<16>
                                       : softmax<32>;
  launch(job, kernel, {grid, job.block}, job.input, job.output, job.rows, job.columns);
}

}  // namespace

STAGE("softmax/in_registers", "a row stays in registers", run).after("online");
