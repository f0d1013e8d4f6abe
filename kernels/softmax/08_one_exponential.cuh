// The kernels of softmax/one_exponential (explained there) and their launchers, for elements of type T. Later
// stages launch them too, and so do the stages of softmax_bf16.
#include "07_long_rows.cuh"
#include "stage/exponential.h"

namespace {

// Elements of a row, converted to floats: 16-byte vectors, one every kStride elements from `from` on,
// with `left` elements left in the row. Those after the row's end are −infinity, whose exponential is 0.
template <bool kVectors, unsigned kStride, typename T, int kCount>
__device__ void load_floats(float (&x)[kCount], const T* from, size_t left) {
  constexpr unsigned kSize = Vec<T>::kSize, kVecs = kCount / kSize;
  Vec<T> v[kVecs];
  for (unsigned k = 0; k < kVecs; ++k) {
    for (T& item : v[k].item) item = static_cast<T>(-INFINITY);
    if constexpr (kVectors) {
      if (k * kStride < left) v[k] = load_vec(from + k * kStride);
    } else {
      for (unsigned e = 0; e < kSize; ++e)
        if (k * kStride + e < left) v[k].item[e] = from[k * kStride + e];
    }
  }
  for (unsigned i = 0; i < kCount; ++i) x[i] = static_cast<float>(v[i / kSize].item[i % kSize]);
}

template <bool kVectors, unsigned kStride, typename T, int kCount>
__device__ void store_scaled(const float (&x)[kCount], float scale, T* to, size_t left) {
  constexpr unsigned kSize = Vec<T>::kSize, kVecs = kCount / kSize;
  for (unsigned k = 0; k < kVecs; ++k) {
    Vec<T> v;
    for (unsigned e = 0; e < kSize; ++e) v.item[e] = static_cast<T>(x[k * kSize + e] * scale);
    if constexpr (kVectors) {
      if (k * kStride < left) store_vec(to + k * kStride, v);
    } else {
      for (unsigned e = 0; e < kSize; ++e)
        if (k * kStride + e < left) to[k * kStride + e] = v.item[e];
    }
  }
}

template <int kCount>
__device__ float largest(const float (&x)[kCount]) {
  float max = -FLT_MAX;
  for (const float item : x) max = fmaxf(max, item);
  return max;
}

// Replaces each x by exp(x - max); returns their sum.
template <int kCount>
__device__ float exponentials(float (&x)[kCount], float max) {
  float sum = 0.0f;
  for (float& item : x) sum += item = fast_exp(item - max);
  return sum;
}

// kLanes lanes hold a row in their registers.
template <typename T, int kLanes, int kVecs, bool kVectors>
__global__ void softmax_of_lanes(const T* input, T* output, size_t rows, size_t columns) {
  constexpr unsigned kSize = Vec<T>::kSize, kStride = kLanes * kSize;
  const size_t block = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  const size_t row = block * (blockDim.x / kLanes) + threadIdx.x / kLanes;
  const unsigned first = threadIdx.x % kLanes * kSize;
  // Lanes without a row stay for the shuffles of the warp's other rows.
  const size_t left = row < rows && first < columns ? columns - first : 0;
  float x[kVecs * kSize];
  load_floats<kVectors, kStride>(x, input + row * columns + first, left);
  const float max = over_lanes<kLanes>(largest(x), Max{});
  const float scale = 1.0f / over_lanes<kLanes>(exponentials(x, max), Sum{});
  store_scaled<kVectors, kStride>(x, scale, output + row * columns + first, left);
}

// The maximum and the sum of all threads, with one barrier; `partial` is reserved for this call.
template <int kBlock>
__device__ MaxSum over_block(MaxSum own, MaxSum* partial) {
  constexpr unsigned kWarps = kBlock / kWarpSize;
  const float of_warp = over_lanes<kWarpSize>(own.max, Max{});
  const float sum = over_lanes<kWarpSize>(own.sum * fast_exp(own.max - of_warp), Sum{});
  if (threadIdx.x % kWarpSize == 0) partial[threadIdx.x / kWarpSize] = {of_warp, sum};
  __syncthreads();
  const MaxSum one = partial[threadIdx.x % kWarps];
  const float max = over_lanes<kWarps>(one.max, Max{});
  return {max, over_lanes<kWarps>(one.sum * fast_exp(one.max - max), Sum{})};
}

// A block holds a row in its registers.
template <typename T, int kBlock, int kVecs, bool kVectors>
__global__ void __launch_bounds__(kBlock, kBlock < 64 ? 16 : 1024 / kBlock)
    softmax_of_block(const T* input, T* output, size_t rows, size_t columns) {
  __shared__ MaxSum partial[kBlock / kWarpSize];
  constexpr unsigned kSize = Vec<T>::kSize, kStride = kBlock * kSize;
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  const unsigned first = threadIdx.x * kSize;
  const size_t left = first < columns ? columns - first : 0;
  float x[kVecs * kSize];
  load_floats<kVectors, kStride>(x, input + row * columns + first, left);
  const float max = largest(x), sum = exponentials(x, max);
  const MaxSum all = over_block<kBlock>({max, sum}, partial);
  const float scale = fast_exp(max - all.max) / all.sum;
  store_scaled<kVectors, kStride>(x, scale, output + row * columns + first, left);
}

template <int kLanes, int kVecs, typename T>
void held_by_lanes(const SoftmaxJob<T>& job, unsigned block) {
  const auto kernel = job.columns % Vec<T>::kSize == 0 ? softmax_of_lanes<T, kLanes, kVecs, true>
                                                       : softmax_of_lanes<T, kLanes, kVecs, false>;
  launch(job, kernel, {job.grid(block / kLanes), block}, job.input, job.output, job.rows, job.columns);
}

// Up to 1024 columns. 2, 4, 8 or 32 lanes hold a row: the fewest that can hold it with one vector each. If 32
// are not enough, each holds more vectors.
template <typename T>
void held_by_lanes(const SoftmaxJob<T>& job, unsigned block) {
  const unsigned vectors = blocks_for(job.columns, Vec<T>::kSize);
  if (vectors <= 2) return held_by_lanes<2, 1>(job, block);
  if (vectors <= 4) return held_by_lanes<4, 1>(job, block);
  if (vectors <= 8) return held_by_lanes<8, 1>(job, block);
  if (vectors <= 32) return held_by_lanes<32, 1>(job, block);
  if (vectors <= 64) return held_by_lanes<32, 2>(job, block);
  if (vectors <= 128) return held_by_lanes<32, 4>(job, block);
  if constexpr (sizeof(T) == 4) held_by_lanes<32, 8>(job, block);
}

// Up to 32 columns per thread.
template <int kBlock, typename T>
void held_by_block(const SoftmaxJob<T>& job) {
  constexpr int kVecs = 32 / Vec<T>::kSize;
  const auto kernel = job.columns % Vec<T>::kSize == 0 ? softmax_of_block<T, kBlock, kVecs, true>
                                                       : softmax_of_block<T, kBlock, kVecs, false>;
  launch(job, kernel, {job.grid(1), kBlock}, job.input, job.output, job.rows, job.columns);
}

}  // namespace
