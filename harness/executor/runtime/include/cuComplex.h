// Complex numbers as pairs of floats or doubles, with cuCmulf and related functions.
#pragma once
#include "simt/language.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// C: the type; F: the suffix of its function names.
#define SIMT_COMPLEX(C, T, MAKE, F)                                                            \
  SIMT_INLINE T cuCreal##F(C a) { return a.x; }                                                \
  SIMT_INLINE T cuCimag##F(C a) { return a.y; }                                                \
  SIMT_INLINE C MAKE(T x, T y) { return {x, y}; }                                              \
  SIMT_INLINE C cuConj##F(C a) { return {a.x, -a.y}; }                                         \
  SIMT_INLINE C cuCadd##F(C a, C b) { return {a.x + b.x, a.y + b.y}; }                         \
  SIMT_INLINE C cuCsub##F(C a, C b) { return {a.x - b.x, a.y - b.y}; }                         \
  SIMT_INLINE C cuCmul##F(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  /* scaled, so that no square of b overflows */                                               \
  SIMT_INLINE C cuCdiv##F(C a, C b) {                                                          \
    const T scale = 1 / (fabs##F(b.x) + fabs##F(b.y));                                         \
    const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;            \
    const T size = 1 / (bx * bx + by * by);                                                    \
    return {(ax * bx + ay * by) * size, (ay * bx - ax * by) * size};                           \
  }                                                                                            \
  SIMT_INLINE T cuCabs##F(C a) { return hypot##F(a.x, a.y); }                                  \
  SIMT_INLINE C cuCfma##F(C a, C b, C c) {                                                     \
    return {(a.x * b.x + c.x) - a.y * b.y, (a.x * b.y + c.y) + a.y * b.x};                     \
  }
SIMT_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
SIMT_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef SIMT_COMPLEX
SIMT_INLINE cuComplex make_cuComplex(float x, float y) { return {x, y}; }
SIMT_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
SIMT_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
