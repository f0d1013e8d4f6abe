// Products of tiles in shared memory, which a warpgroup computes on tensor cores (wgmma). Four warps, the first
// of which has a number that is a multiple of four, compute 64 rows. The sums are in registers. A product is
// asynchronous: the sums must not be used, and the tiles must not be overwritten, until warpgroup_wait(). PTX
// ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". On the CPU: simt/warpgroup.cpp.
// Only GPUs of compute capability 9.0 have these instructions: a stage declares .only_sm(90), and its .cu file
// includes this header itself, so that it is compiled for sm_90a too.
#pragma once
#include "stage/tensor_map.h"

namespace ladder::stage::inline STAGE_BACKEND {

#ifdef __CUDACC__

using SharedTile = uint64_t;  // a matrix descriptor
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define STAGE_WARPGROUP(...) asm volatile(__VA_ARGS__)
#else
#define STAGE_WARPGROUP(...) __trap()
#endif

// A position in a box of 64 columns. If the tile continues in further boxes, each begins `between` bytes after
// the previous box. The row is a multiple of eight, and in a box of A the column is a multiple of 16.
__device__ __forceinline__ SharedTile tile_at(const __nv_bfloat16* start, unsigned between) {
  constexpr uint64_t kSwizzled128 = uint64_t{1} << 62;
  const auto units = [](uint64_t bytes) { return bytes >> 4; };
  return kSwizzled128 | units(1024) << 32 | units(between) << 16 | units(__cvta_generic_to_shared(start));
}

// "%0, %1, …" for the sums, and their registers.
// clang-format off
#define STAGE_NAMES_64 \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, " \
  "%22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, " \
  "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define STAGE_NAMES_128 STAGE_NAMES_64 ", " \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, " \
  "%86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, " \
  "%108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define STAGE_SUMS_8(i) "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), \
                        "+f"(sums[i + 4]), "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define STAGE_SUMS_64(i) STAGE_SUMS_8(i), STAGE_SUMS_8(i + 8), STAGE_SUMS_8(i + 16), STAGE_SUMS_8(i + 24), \
                         STAGE_SUMS_8(i + 32), STAGE_SUMS_8(i + 40), STAGE_SUMS_8(i + 48), STAGE_SUMS_8(i + 56)
// clang-format on

// sums += a b: 64 rows, 16 products, and twice as many columns as a thread has sums. `a` begins at a row of a
// box of A, `b` at a row of boxes of B; both rows are multiples of eight. Lane 4 g + t of warp w has, at 4 i, the sums
// of row 16 w + g and columns 8 i + 2 t and 8 i + 2 t + 1; at 4 i + 2, those of row 16 w + g + 8.
__device__ __forceinline__ void warpgroup_multiply_add([[maybe_unused]] float (&sums)[64],
                                                       [[maybe_unused]] SharedTile a,
                                                       [[maybe_unused]] SharedTile b) {
  STAGE_WARPGROUP("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" STAGE_NAMES_64
                  "}, %64, %65, 1, 1, 1, 0, 1;"
                  : STAGE_SUMS_64(0)
                  : "l"(a), "l"(b));
}
__device__ __forceinline__ void warpgroup_multiply_add([[maybe_unused]] float (&sums)[128],
                                                       [[maybe_unused]] SharedTile a,
                                                       [[maybe_unused]] SharedTile b) {
  STAGE_WARPGROUP("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" STAGE_NAMES_128
                  "}, %128, %129, 1, 1, 1, 0, 1;"
                  : STAGE_SUMS_64(0), STAGE_SUMS_64(64)
                  : "l"(a), "l"(b));
}
#undef STAGE_NAMES_64
#undef STAGE_NAMES_128
#undef STAGE_SUMS_8
#undef STAGE_SUMS_64

// Call this before the first product, and after other instructions have changed the sums.
__device__ __forceinline__ void warpgroup_fence() {
  STAGE_WARPGROUP("wgmma.fence.sync.aligned;" ::: "memory");
}
// The products since the last commit form a group.
__device__ __forceinline__ void warpgroup_commit() {
  STAGE_WARPGROUP("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Waits for all groups except the last kPending ones.
template <int kPending>
__device__ __forceinline__ void warpgroup_wait() {
  STAGE_WARPGROUP("wgmma.wait_group.sync.aligned %0;" ::"n"(kPending) : "memory");
}

// After this call, each thread of a warpgroup has this number of registers (fewer or more than before), a
// multiple of eight.
template <int kRegisters>
__device__ __forceinline__ void give_registers() {
  STAGE_WARPGROUP("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ __forceinline__ void take_registers() {
  STAGE_WARPGROUP("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
#undef STAGE_WARPGROUP

#else

using simt::SharedTile;
using simt::warpgroup_commit;

SIMT_INLINE SharedTile tile_at(const __nv_bfloat16* start, unsigned between) { return {start, between}; }

template <size_t kSums>
SIMT_INLINE void warpgroup_multiply_add(float (&sums)[kSums], SharedTile a, SharedTile b) {
  simt::warpgroup_multiply_add(sums, kSums * 2, a, b);
}
SIMT_INLINE void warpgroup_fence() {}
template <int kPending>
SIMT_INLINE void warpgroup_wait() {
  simt::warpgroup_wait(kPending);
}
template <int kRegisters>
SIMT_INLINE void give_registers() {}
template <int kRegisters>
SIMT_INLINE void take_registers() {}

#endif

}  // namespace ladder::stage::inline STAGE_BACKEND
