// Building blocks that earlier stages introduced and later stages share: 16-byte vectors
// (reduce/v8), warp and block sums with shuffles (reduce/v7 and v7.3), warp scans (scan/subgroup).
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

inline constexpr unsigned kAllLanes = 0xffffffffu;

// Adjacent elements moved by one instruction. Usually 16 bytes: four 4-byte elements, or two 8-byte
// ones.
template <typename T, unsigned kCount = 16 / sizeof(T)>
struct alignas(kCount * sizeof(T)) Vec {
  static constexpr unsigned kSize = kCount;
  T item[kCount];
};

template <typename T, unsigned kCount = 16 / sizeof(T)>
__device__ __forceinline__ Vec<T, kCount> load_vec(const T* p) {
  return *reinterpret_cast<const Vec<T, kCount>*>(p);
}
template <typename T, unsigned kCount>
__device__ __forceinline__ void store_vec(T* p, const Vec<T, kCount>& v) {
  *reinterpret_cast<Vec<T, kCount>*>(p) = v;
}

// The vector at element i of n: elements past the end are read as zero and not written.
template <typename T, unsigned kCount = 16 / sizeof(T)>
__device__ __forceinline__ Vec<T, kCount> load_vec(const T* input, size_t i, size_t n) {
  if (i + kCount <= n) return load_vec<T, kCount>(input + i);
  Vec<T, kCount> v{};
  for (unsigned e = 0; e < kCount; ++e)
    if (i + e < n) v.item[e] = input[i + e];
  return v;
}
template <typename T, unsigned kCount>
__device__ __forceinline__ void store_vec(T* output, size_t i, size_t n, const Vec<T, kCount>& v) {
  if (i + kCount <= n) return store_vec(output + i, v);
  for (unsigned e = 0; e < kCount; ++e)
    if (i + e < n) output[i + e] = v.item[e];
}

template <typename T, unsigned kCount>
__device__ __forceinline__ T vec_sum(const Vec<T, kCount>& v) {
  T sum = v.item[0];
  for (unsigned e = 1; e < kCount; ++e) sum += v.item[e];
  return sum;
}

// The sum over the first kLanes lanes of a warp, with the same bits in each of them. kLanes is a power of two.
template <unsigned kLanes, typename T>
__device__ __forceinline__ T sum_of_lanes(T x) {
  for (unsigned d = kLanes / 2; d > 0; d /= 2) x += __shfl_xor_sync(kAllLanes, x, d);
  return x;
}

// The sum over the warp, with the same bits in every lane. From compute capability 8.0 onwards, a single
// instruction does this for 32-bit integers.
template <typename T>
__device__ __forceinline__ T warp_sum(T x) {
  return sum_of_lanes<kWarpSize>(x);
}
__device__ __forceinline__ uint32_t warp_sum(uint32_t x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return sum_of_lanes<kWarpSize>(x);
#else
  return __reduce_add_sync(kAllLanes, x);
#endif
}
__device__ __forceinline__ int32_t warp_sum(int32_t x) {
  return static_cast<int32_t>(warp_sum(static_cast<uint32_t>(x)));
}

// The sum over this lane and the lanes before it.
template <typename T>
__device__ __forceinline__ T warp_inclusive_scan(T x) {
  const unsigned lane = threadIdx.x % kWarpSize;
  for (unsigned d = 1; d < kWarpSize; d *= 2) {
    const T left = __shfl_up_sync(kAllLanes, x, d);
    if (lane >= d) x += left;
  }
  return x;
}

// The value of the preceding lane, or 0 in the first lane: turns an inclusive scan into an exclusive one.
template <typename T>
__device__ __forceinline__ T lane_before(T x) {
  const T left = __shfl_up_sync(kAllLanes, x, 1);
  return threadIdx.x % kWarpSize ? left : T{0};
}

// The sum over the block, in thread 0: every warp adds its values, then the first warp adds the warp sums.
// `partial` is kBlock / 32 words of shared memory, reserved for this call.
template <int kBlock, typename T>
__device__ __forceinline__ T block_sum(T x, T* partial) {
  const unsigned lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
  constexpr unsigned kWarps = kBlock / kWarpSize;
  x = warp_sum(x);
  if (lane == 0) partial[warp] = x;
  __syncthreads();
  if (warp > 0) return T{0};
  return sum_of_lanes<kWarps>(lane < kWarps ? partial[lane] : T{0});
}

}  // namespace ladder::stage::inline STAGE_BACKEND
