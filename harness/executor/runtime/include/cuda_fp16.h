// __half and __half2. For their accuracy, see simt/small_floats.h.
#pragma once
#include "simt/small_floats.h"

SIMT_SMALL_FLOAT_TYPES(__half, __half2, Half)
SIMT_SMALL_FLOAT_NAMED(__half, __half2, half, Half)
SIMT_SMALL_FLOAT_ARITHMETIC(__half, __half2, Half)

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
SIMT_INLINE half2 make_half2(half x, half y) { return {x, y}; }

#define CUDART_INF_FP16 __ushort_as_half(0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00u)
