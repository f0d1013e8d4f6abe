// The kernel of softmax/vectorised (explained there) and its launcher. Later stages launch it for short rows.
#pragma once
#include "tracks/softmax.h"
#include "stage/vectors.h"

namespace {

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// Combines the values x of kLanes consecutive lanes; each of them receives the result.
template <int kLanes, typename Op>
__device__ float over_lanes(float x, Op op) {
  for (unsigned d = kLanes / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(kAllLanes, x, d));
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

// A thread's vectors of a piece: one every kStride elements from `from` on, with `left` elements left in the
// row. exp(−infinity) is 0, so elements after the row's end do not count. kVectors: every row begins at a
// multiple of 16 bytes.
template <bool kVectors, unsigned kStride, int kVecs>
__device__ void load(Vec<float> (&v)[kVecs], const float* from, size_t left) {
  for (int k = 0; k < kVecs; ++k) {
    v[k] = {{-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    if constexpr (kVectors) {
      if (k * kStride < left) v[k] = load_vec(from + k * kStride);
    } else {
      for (unsigned e = 0; e < 4; ++e)
        if (k * kStride + e < left) v[k].item[e] = from[k * kStride + e];
    }
  }
}

template <int kVecs>
__device__ MaxSum max_and_sum(const Vec<float> (&v)[kVecs]) {
  MaxSum all = {-FLT_MAX, 0.0f};
  for (int k = 0; k < kVecs; ++k)
    for (unsigned e = 0; e < 4; ++e) all.max = fmaxf(all.max, v[k].item[e]);
  for (int k = 0; k < kVecs; ++k)
    for (unsigned e = 0; e < 4; ++e) all.sum += expf(v[k].item[e] - all.max);
  return all;
}

template <bool kVectors, unsigned kStride, int kVecs>
__device__ void store(Vec<float> (&v)[kVecs], float* to, size_t left, float max, float scale) {
  for (int k = 0; k < kVecs; ++k) {
    for (unsigned e = 0; e < 4; ++e) v[k].item[e] = expf(v[k].item[e] - max) * scale;
    if constexpr (kVectors) {
      if (k * kStride < left) store_vec(to + k * kStride, v[k]);
    } else {
      for (unsigned e = 0; e < 4; ++e)
        if (k * kStride + e < left) to[k * kStride + e] = v[k].item[e];
    }
  }
}

template <int kLanes, int kVecs, bool kVectors>
__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  const size_t block = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  const size_t row = block * (blockDim.x / kLanes) + threadIdx.x / kLanes;
  if (row >= rows) columns = 0;  // its lanes stay for the shuffles of the warp's other rows
  const float* from = input + row * columns;
  float* to = output + row * columns;
  const size_t lane_first = threadIdx.x % kLanes * 4;
  constexpr unsigned kStride = kLanes * 4, kPiece = kVecs * kStride;
  Vec<float> v[kVecs];
  MaxSum own = {-FLT_MAX, 0.0f};
  for (size_t first = lane_first; first < columns; first += kPiece) {
    load<kVectors, kStride>(v, from + first, columns - first);
    own = merged(own, max_and_sum(v));
  }
  const float max = over_lanes<kLanes>(own.max, Max{});
  const float scale = 1.0f / over_lanes<kLanes>(own.sum * expf(own.max - max), Sum{});
  for (size_t first = lane_first; first < columns; first += kPiece) {
    if (columns > kPiece) load<kVectors, kStride>(v, from + first, columns - first);
    store<kVectors, kStride>(v, to + first, columns - first, max, scale);
  }
}

template <int kLanes, int kVecs>
void by_lanes(const SoftmaxJob<float>& job, unsigned block) {
  const auto kernel = job.columns % 4 == 0 ? softmax<kLanes, kVecs, true> : softmax<kLanes, kVecs, false>;
  launch(job, kernel, {job.grid(block / kLanes), block}, job.input, job.output, job.rows, job.columns);
}

// A row takes 2, 8 or 32 lanes: the fewest that hold it with one vector each; 32 hold up to 8 each.
inline void by_lanes(const SoftmaxJob<float>& job, unsigned block) {
  const unsigned vectors = blocks_for(job.columns, 4);
  if (vectors <= 2) return by_lanes<2, 1>(job, block);
  if (vectors <= 8) return by_lanes<8, 1>(job, block);
  if (vectors <= 32) return by_lanes<32, 1>(job, block);
  if (vectors <= 128) return by_lanes<32, 4>(job, block);
  by_lanes<32, 8>(job, block);
}

}  // namespace
