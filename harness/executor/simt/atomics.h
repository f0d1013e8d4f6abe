// A kernel's atomics: functions of the executor (atomics.cpp), so that the trace records them as atomics.
// F_block first announces that its atomic orders only the threads in one block; on one GPU, F_system is the
// same as F. Included by language.h.
#pragma once
#include "simt/exchange.h"
#include "simt/vector_types.h"

namespace ladder::simt {
void of_block() noexcept;
}

// The trace records the result of an atomic only where the kernel uses it, because a thread that only adds
// learns nothing about the other threads.
#define SIMT_EACH_SCOPE(T, F, PARAMETERS, ARGUMENTS)                                            \
  T simt_##F PARAMETERS;                                                                        \
  SIMT_INLINE T F PARAMETERS { return ladder::simt::result_used(address, simt_##F ARGUMENTS); } \
  SIMT_INLINE T F##_block PARAMETERS {                                                          \
    ladder::simt::of_block();                                                                   \
    return F ARGUMENTS;                                                                         \
  }                                                                                             \
  SIMT_INLINE T F##_system PARAMETERS { return F ARGUMENTS; }
#define SIMT_ATOMIC(T, F) SIMT_EACH_SCOPE(T, F, (T * address, T value), (address, value))

#define SIMT_ATOMIC_ADD(M) \
  M(int, atomicAdd)        \
  M(unsigned, atomicAdd) M(unsigned long long, atomicAdd) M(float, atomicAdd) M(double, atomicAdd)
#define SIMT_ATOMIC_EXCHANGE(M) \
  M(int, atomicExch) M(unsigned, atomicExch) M(unsigned long long, atomicExch) M(float, atomicExch)
#define SIMT_ATOMIC_32(M, F) M(int, F) M(unsigned, F)
#define SIMT_ATOMIC_ALL(M, F) SIMT_ATOMIC_32(M, F) M(long long, F) M(unsigned long long, F)
SIMT_ATOMIC_ADD(SIMT_ATOMIC)
SIMT_ATOMIC(float2, atomicAdd)
SIMT_ATOMIC(float4, atomicAdd)
SIMT_ATOMIC_EXCHANGE(SIMT_ATOMIC)
SIMT_ATOMIC_32(SIMT_ATOMIC, atomicSub)
SIMT_ATOMIC(unsigned, atomicInc)
SIMT_ATOMIC(unsigned, atomicDec)
SIMT_ATOMIC_ALL(SIMT_ATOMIC, atomicMin)
SIMT_ATOMIC_ALL(SIMT_ATOMIC, atomicMax)
SIMT_ATOMIC_ALL(SIMT_ATOMIC, atomicAnd)
SIMT_ATOMIC_ALL(SIMT_ATOMIC, atomicOr)
SIMT_ATOMIC_ALL(SIMT_ATOMIC, atomicXor)
#define SIMT_ATOMIC_COMPARE(M) M(int) M(unsigned) M(unsigned long long) M(unsigned short)
#define SIMT_DECLARE(T) \
  SIMT_EACH_SCOPE(T, atomicCAS, (T * address, T compare, T value), (address, compare, value))
SIMT_ATOMIC_COMPARE(SIMT_DECLARE)
#undef SIMT_DECLARE
#undef SIMT_ATOMIC
