// Definitions that kernels and the checker share: which elements pack keeps, and the result of reduce_op/minloc.
// This file is plain C++, because the checker needs nothing else from a track's header.
#pragma once
#include <cstdint>

#include "stage/registration.h"

#if defined(__CUDACC__) || defined(SIMT_EDITOR)
#define STAGE_INLINE __host__ __device__ __forceinline__
#else
#define STAGE_INLINE inline __attribute__((always_inline))
#endif

namespace ladder::stage::inline STAGE_BACKEND {

// The predicate of pack. On random input it keeps three elements in eight.
template <typename T>
STAGE_INLINE bool keep(T x) {
  return (static_cast<uint32_t>(x) & 7u) < 3u;
}

// The result of reduce_op/minloc: the smallest value and its first index.
template <typename T>
struct alignas(16) ValueAndIndex {
  T value;
  uint64_t index;
};

}  // namespace ladder::stage::inline STAGE_BACKEND
