// CUDA C++ as plain C++: the definitions that g++ needs in order to compile a kernel file or a CUDA program.
//
// Every operation that synchronises or is observed is an ordinary function of the executor, not an inline one,
// so that its return address belongs to a line of the kernel. All other functions are forced inline: this
// header is compiled with and without instrumentation into one program, and the linker must not merge the two
// forms.
#pragma once
#include <time.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

// For stages, the device is an H200. A single compilation produces both host and device code.
#define __CUDA_ARCH__ 900

#ifndef SIMT_EDITOR  // simt/editor.h defines these for clang
#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#endif
#include "platform/language.h"
#define __forceinline__ inline __attribute__((always_inline))
#define __restrict__ __restrict
#define __align__(bytes) __attribute__((aligned(bytes)))
// Empty, because the standard library writes __attribute__((__noinline__)).
#define __noinline__
#define __inline_hint__
#define __grid_constant__
#define __maxnreg__(registers)
#define __cluster_dims__(...) \
  _Pragma("GCC error \"__cluster_dims__: thread block clusters need a GPU; the CPU executor lacks them\"")
#define __block_size__(...) \
  _Pragma("GCC error \"__block_size__: thread block clusters need a GPU; the CPU executor lacks them\"")

// Included after the attributes are defined, because these functions are device code too.
#include "simt/atomics.h"
#include "simt/intrinsics.h"
#include "simt/vector_types.h"

// These variables are const outside the executor, although the executor writes them at every switch. A CUDA
// thread's own index never changes, so the compiler may keep it in a register across a barrier.
#ifndef SIMT_EXECUTOR
#define SIMT_EXECUTOR const
#endif
extern SIMT_CONSTINIT SIMT_EXECUTOR thread_local uint3 threadIdx, blockIdx;
extern SIMT_CONSTINIT SIMT_EXECUTOR thread_local dim3 blockDim, gridDim;
constexpr int warpSize = 32;

#ifndef SIMT_EDITOR  // clang has its own declarations
void __syncthreads();
#endif
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence_block();
void __threadfence();
void __threadfence_system();
unsigned __activemask();
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);
void __nanosleep(unsigned nanoseconds);
[[noreturn]] void __trap();

#define SIMT_SHUFFLES(T)                                                      \
  T __shfl_sync(unsigned mask, T value, int lane, int width = 32);            \
  T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32);   \
  T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32); \
  T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32);
#define SIMT_SHUFFLE_TYPES(M) \
  M(int) M(unsigned) M(long) M(unsigned long) M(long long) M(unsigned long long) M(float) M(double)
SIMT_SHUFFLE_TYPES(SIMT_SHUFFLES)
#undef SIMT_SHUFFLES

#define SIMT_REDUCE(T)                         \
  T __reduce_add_sync(unsigned mask, T value); \
  T __reduce_min_sync(unsigned mask, T value); \
  T __reduce_max_sync(unsigned mask, T value);
SIMT_REDUCE(int)
SIMT_REDUCE(unsigned)
#undef SIMT_REDUCE
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

// The lanes that hold the same bits; for match_all, the result is all lanes of the mask, or none. These
// operations are counted as votes.
namespace ladder::simt {
struct Argument {  // an argument of a launch
  const void* at;
  unsigned long bytes;
};
unsigned match_any(unsigned mask, unsigned long long bits);
unsigned match_all(unsigned mask, unsigned long long bits, int* all_agree);
}  // namespace ladder::simt
#define SIMT_MATCH(T, BITS)                                                                                 \
  SIMT_INLINE unsigned __match_any_sync(unsigned mask, T x) { return ladder::simt::match_any(mask, BITS); } \
  SIMT_INLINE unsigned __match_all_sync(unsigned mask, T x, int* all_agree) {                               \
    return ladder::simt::match_all(mask, BITS, all_agree);                                                  \
  }
SIMT_MATCH(int, static_cast<unsigned>(x))
SIMT_MATCH(unsigned, x)
SIMT_MATCH(long, static_cast<unsigned long long>(x))
SIMT_MATCH(unsigned long, x)
SIMT_MATCH(long long, static_cast<unsigned long long>(x))
SIMT_MATCH(unsigned long long, x)
SIMT_MATCH(float, __float_as_uint(x))
SIMT_MATCH(double, static_cast<unsigned long long>(__double_as_longlong(x)))
#undef SIMT_MATCH

// Cycles of this CPU: the values increase but have no other meaning. (clock() comes from <time.h>.)
SIMT_INLINE long long clock64() { return SIMT_CYCLES(); }

// Loads and stores with cache hints: the executor treats them as plain loads and stores.
#define SIMT_LOAD(F)            \
  template <typename T>         \
  SIMT_INLINE T F(const T* p) { \
    return *p;                  \
  }
template <typename T>
SIMT_INLINE T __ldg(const T* p) {
  SIMT_READS_ONLY();
  return *p;
}
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
#undef SIMT_LOAD
#define SIMT_STORE(F)                                   \
  template <typename T>                                 \
  SIMT_INLINE void F(T* p, std::remove_cv_t<T> value) { \
    *p = value;                                         \
  }
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwb)
#undef SIMT_STORE
// These functions bypass the caches, as volatile accesses do.
template <typename T>
SIMT_INLINE T __ldcv(const T* p) {
  if constexpr (std::is_arithmetic_v<T>)
    return *static_cast<const volatile T*>(p);
  else
    return *p;
}
template <typename T>
SIMT_INLINE void __stwt(T* p, std::remove_cv_t<T> value) {
  if constexpr (std::is_arithmetic_v<T>)
    *static_cast<volatile T*>(p) = value;
  else
    *p = value;
}

// Given a number and a NaN, these return the number, as fminf and fmaxf do.
template <typename A, typename B,
          typename = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
SIMT_INLINE constexpr std::common_type_t<A, B> min(A a, B b) {
  using C = std::common_type_t<A, B>;
  const C x = static_cast<C>(a), y = static_cast<C>(b);
  if constexpr (std::is_floating_point_v<C>) return (y < x) | (x != x) ? y : x;
  return y < x ? y : x;
}
template <typename A, typename B,
          typename = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
SIMT_INLINE constexpr std::common_type_t<A, B> max(A a, B b) {
  using C = std::common_type_t<A, B>;
  const C x = static_cast<C>(a), y = static_cast<C>(b);
  if constexpr (std::is_floating_point_v<C>) return (x < y) | (x != x) ? y : x;
  return x < y ? y : x;
}
// The same for two arguments of one type, so that these overloads are chosen in a program that contains `using
// namespace std`.
#define SIMT_MIN_MAX(T)                                             \
  SIMT_INLINE constexpr T min(T a, T b) { return min<T, T>(a, b); } \
  SIMT_INLINE constexpr T max(T a, T b) { return max<T, T>(a, b); }
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
SIMT_MIN_MAX(float)
SIMT_MIN_MAX(double)
#undef SIMT_MIN_MAX
