// __nv_bfloat16 and __nv_bfloat162. For their accuracy, see simt/small_floats.h.
#pragma once
#include "simt/small_floats.h"

SIMT_SMALL_FLOAT_TYPES(__nv_bfloat16, __nv_bfloat162, Bfloat16)
SIMT_SMALL_FLOAT_NAMED(__nv_bfloat16, __nv_bfloat162, bfloat16, Bfloat16)
SIMT_SMALL_FLOAT_ARITHMETIC(__nv_bfloat16, __nv_bfloat162, Bfloat16)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
SIMT_INLINE nv_bfloat162 make_bfloat162(nv_bfloat16 x, nv_bfloat16 y) { return {x, y}; }

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80u)
