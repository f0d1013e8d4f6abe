// Products of small matrices, which a warp computes on tensor cores: D = A B + C. A has 16 rows and 16 columns and B 16
// rows and 8 columns of bfloat16; C has 16 rows and 8 columns of float. Each lane holds a part of each matrix,
// a fragment. All lanes of the warp must take part. PTX ISA, "Matrix multiply-accumulate operation using mma
// instruction". On the CPU: simt/matrices.h. Needs sm_80: a stage declares .needs_sm(80); in code for an older
// GPU, these functions trap.
#pragma once
#include <cuda_bf16.h>

#include "stage/vectors.h"
#ifndef __CUDACC__
#include "simt/matrices.h"
#endif

namespace ladder::stage::inline STAGE_BACKEND {

// Lane 4 g + t (g = 0 … 7, t = 0 … 3) holds pairs of elements adjacent in a row of A or in a column of B:
//   FragmentA: A[g][2t], A[g][2t + 1] · A[g + 8][2t], … · A[g][2t + 8], … · A[g + 8][2t + 8], …
//   FragmentB: B[2t][g], B[2t + 1][g] · B[2t + 8][g], B[2t + 9][g]
//   FragmentC: C[g][2t], C[g][2t + 1], C[g + 8][2t], C[g + 8][2t + 1]
// The first element of a pair is in the lower half of the word.
using FragmentA = uint32_t[4];
using FragmentB = uint32_t[2];
using FragmentC = float[4];

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800

__device__ inline void multiply_add(FragmentC&, const FragmentA&, const FragmentB&) { __trap(); }
template <bool kTransposed = false>
__device__ void load_matrices(uint32_t*, const __nv_bfloat16*) {
  __trap();
}

#else

// c += a b
__device__ __forceinline__ void multiply_add(FragmentC& c, const FragmentA& a, const FragmentB& b) {
#ifdef __CUDACC__
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
  // Copies, so that the executor observes the loads and stores of fragments in memory.
  FragmentA of_a;
  FragmentB of_b;
  FragmentC sums;
  for (unsigned i = 0; i < 4; ++i) of_a[i] = a[i], sums[i] = c[i];
  for (unsigned i = 0; i < 2; ++i) of_b[i] = b[i];
  simt::matrix_multiply_add(sums, of_a, of_b);
  for (unsigned i = 0; i < 4; ++i) c[i] = sums[i];
#endif
}

// Loads four matrices of 8 by 8 elements from shared memory (ldmatrix) into pairs[0] to pairs[3]. Lanes 8 i to 8 i + 7
// pass the addresses of the rows of matrix i; each is a multiple of 16 bytes. From each matrix M, lane 4 g + t
// gets M[g][2t] and M[g][2t + 1]; if kTransposed, M[2t][g] and M[2t + 1][g].
template <bool kTransposed = false>
__device__ __forceinline__ void load_matrices(uint32_t* pairs, const __nv_bfloat16* row) {
#ifdef __CUDACC__
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (kTransposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pairs[0]), "=r"(pairs[1]), "=r"(pairs[2]), "=r"(pairs[3])
                 : "r"(address)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pairs[0]), "=r"(pairs[1]), "=r"(pairs[2]), "=r"(pairs[3])
                 : "r"(address)
                 : "memory");
#else
  // One request, in which each lane loads its own row; then the lanes exchange the elements.
  const Vec<uint32_t> loaded = load_vec(reinterpret_cast<const uint32_t*>(row));
  uint32_t exchanged[4];
  for (unsigned i = 0; i < 4; ++i) exchanged[i] = loaded.item[i];
  simt::matrix_exchange(exchanged, kTransposed);
  for (unsigned i = 0; i < 4; ++i) pairs[i] = exchanged[i];
#endif
}

#endif

}  // namespace ladder::stage::inline STAGE_BACKEND
