// The exponential function, computed with the GPU's instruction for 2^x (MUFU.EX2). Near x = 0 its relative
// error is at most about 2^-22, and it grows with |x|, since x log2(e) is rounded; expf() corrects that with
// further instructions. A result below the smallest normal float, 2^-126, is 0. (PTX ISA, ex2.approx.ftz.f32.)
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

__device__ __forceinline__ float fast_exp(float x) {
  constexpr float kLog2OfE = 1.44269504f;
#ifdef __CUDACC__
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * kLog2OfE));
#else
  float y = exp2f(x * kLog2OfE);
  if (y < 0x1p-126f) y = 0.0f;
#endif
  return y;
}

}  // namespace ladder::stage::inline STAGE_BACKEND
