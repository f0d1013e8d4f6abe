// The kernel of softmax_bf16/vectorised (explained there) and its launcher. Later stages launch it for rows
// that their other kernels cannot hold.
#include <cuda_bf16.h>
#include "../softmax/05_vectorised.cuh"

namespace {

constexpr unsigned kVec = Vec<__nv_bfloat16>::kSize;  // 8 elements

// The elements from `from` on, `left` of which are in the row; −infinity after its end.
template <bool kVectors>
__device__ void load_eight(float (&x)[kVec], const __nv_bfloat16* from, size_t left) {
  Vec<__nv_bfloat16> v;
  for (__nv_bfloat16& item : v.item) item = static_cast<__nv_bfloat16>(-INFINITY);
  if constexpr (kVectors) {
    v = load_vec(from);
  } else {
    for (unsigned e = 0; e < kVec && e < left; ++e) v.item[e] = from[e];
  }
  for (unsigned e = 0; e < kVec; ++e) x[e] = static_cast<float>(v.item[e]);
}

// Each row has its own warp, which loads it twice.
template <bool kVectors>
__global__ void warp_softmax(const __nv_bfloat16* input, __nv_bfloat16* output, size_t rows, size_t columns) {
  const size_t block = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  const size_t row = block * (blockDim.x / kWarpSize) + threadIdx.x / kWarpSize;
  if (row >= rows) return;
  const __nv_bfloat16* from = input + row * columns;
  __nv_bfloat16* to = output + row * columns;
  const unsigned lane = threadIdx.x % kWarpSize;
  MaxSum all = {-FLT_MAX, 0.0f};
  for (size_t i = lane * kVec; i < columns; i += kWarpSize * kVec) {
    float x[kVec];
    load_eight<kVectors>(x, from + i, columns - i);
    MaxSum own = {-FLT_MAX, 0.0f};
    for (const float item : x) own.max = fmaxf(own.max, item);
    for (const float item : x) own.sum += expf(item - own.max);
    all = merged(all, own);
  }
  for (unsigned d = kWarpSize / 2; d > 0; d /= 2)
    all = merged(all, {__shfl_xor_sync(kAllLanes, all.max, d), __shfl_xor_sync(kAllLanes, all.sum, d)});
  for (size_t i = lane * kVec; i < columns; i += kWarpSize * kVec) {
    float x[kVec];
    load_eight<kVectors>(x, from + i, columns - i);
    Vec<__nv_bfloat16> v;
    for (unsigned e = 0; e < kVec; ++e)
      v.item[e] = static_cast<__nv_bfloat16>(expf(x[e] - all.max) / all.sum);
    if constexpr (kVectors) {
      store_vec(to + i, v);
    } else {
      for (unsigned e = 0; e < kVec && e < columns - i; ++e) to[i + e] = v.item[e];
    }
  }
}

inline void by_warps(const SoftmaxJob<__nv_bfloat16>& job, unsigned block) {
  const auto kernel = job.columns % kVec == 0 ? warp_softmax<true> : warp_softmax<false>;
  launch(job, kernel, {job.grid(block / kWarpSize), block}, job.input, job.output, job.rows, job.columns);
}

}  // namespace
