// Functions that move eight adjacent elements or two adjacent results in one request. Later stages use them, too.
#pragma once
#include "tracks/matmul.h"
#include "stage/tensor_cores.h"

namespace {

using Matrices = MatmulJob<__nv_bfloat16, float>;

constexpr unsigned kVec = 8;

// Rows begin at a multiple of 16 bytes only if their length is a multiple of eight (kWhole). Then all eight
// elements are inside the row, or all are outside it.
inline bool whole_vectors(const Matrices& job) { return job.n % kVec == 0 && job.k % kVec == 0; }

// Returns elements [i, i + 8) of a row. Elements beyond its end, or of a row outside the matrix, are 0.
template <bool kWhole>
__device__ __forceinline__ Vec<__nv_bfloat16> load_eight(const __nv_bfloat16* row, size_t i, size_t length,
                                                         bool is_row) {
  Vec<__nv_bfloat16> v;
  if (kWhole && is_row && i < length) return load_vec(row + i);
  for (unsigned e = 0; e < kVec; ++e)
    v.item[e] = !kWhole && is_row && i + e < length ? row[i + e] : __nv_bfloat16(0.0f);
  return v;
}

// Stores results i and i + 1 of a row.
template <bool kWhole>
__device__ __forceinline__ void store_two(float* row, size_t i, size_t length, const float* from) {
  if (kWhole && i < length) store_vec(row + i, load_vec<float, 2>(from));
  for (unsigned e = 0; !kWhole && e < 2; ++e)
    if (i + e < length) row[i + e] = from[e];
}

}  // namespace
