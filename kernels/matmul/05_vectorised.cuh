// Functions that move four adjacent elements of a row in one request. Later stages use them, too.
#pragma once
#include "tracks/matmul.h"
#include "stage/vectors.h"

namespace {

constexpr unsigned kVec = 4;

// Rows begin at a multiple of 16 bytes only if their length is a multiple of four (kWhole). Then all four
// elements are inside the row, or all are outside it.
inline bool whole_vectors(const MatmulJob<float>& job) { return job.n % kVec == 0 && job.k % kVec == 0; }

// Returns elements [i, i + 4) of a row, with zeros beyond its end.
template <bool kWhole>
__device__ __forceinline__ Vec<float> load_four(const float* row, size_t i, size_t length) {
  if (kWhole) return i < length ? load_vec(row + i) : Vec<float>{};
  Vec<float> v{};
  for (unsigned e = 0; e < kVec; ++e)
    if (i + e < length) v.item[e] = row[i + e];
  return v;
}

template <bool kWhole>
__device__ __forceinline__ void store_four(float* row, size_t i, size_t length, const float* from) {
  if (kWhole && i < length) store_vec(row + i, load_vec(from));
  for (unsigned e = 0; !kWhole && e < kVec; ++e)
    if (i + e < length) row[i + e] = from[e];
}

}  // namespace
