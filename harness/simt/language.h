// CUDA C++ as plain C++: what g++ needs to compile a kernel file. Included only through stage/launch.h.
//
// Every operation that synchronises or is observed is an ordinary function of the executor, not an inline
// one, so that its return address is a line of the kernel. The rest is forced inline: this header is compiled
// with and without instrumentation into one program, and the two must not be merged by the linker.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// The device that stages see is an H200. One compilation is both host and device code.
#define __CUDA_ARCH__ 900

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
// Marks the variable in the assembly: see shared_memory.awk.
#define SIMT_TEXT_(x) #x
#define SIMT_TEXT(x) SIMT_TEXT_(x)
#define __constant__ __attribute__((section("simt_constant_" SIMT_TEXT(__COUNTER__))))
// A block runs on one OS thread, so per-thread storage is per-block storage. shared_memory.awk adds red zones
// and binds `extern __shared__` arrays to the block's dynamic shared memory.
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((always_inline))
// The number becomes as many nops before the function, which shared_memory.awk turns into a table: of an attribute
// that may depend on template parameters, nothing else reaches the assembly.
#define __launch_bounds__(threads, ...) __attribute__((patchable_function_entry(threads, threads)))
#define __restrict__ __restrict
#define __align__(bytes) __attribute__((aligned(bytes)))
#define SIMT_INLINE inline __attribute__((always_inline))

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

// Plain aggregates: any constructor would give a __shared__ array of them a run-time initialiser.
#define SIMT_VECTOR(T, N)                                                     \
  struct alignas(2 * sizeof(T)) N##2 {                                        \
    T x, y;                                                                   \
  };                                                                          \
  struct N##3 {                                                               \
    T x, y, z;                                                                \
  };                                                                          \
  struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) N##4 {              \
    T x, y, z, w;                                                             \
  };                                                                          \
  SIMT_INLINE constexpr N##2 make_##N##2(T x, T y) { return {x, y}; }         \
  SIMT_INLINE constexpr N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } \
  SIMT_INLINE constexpr N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
SIMT_VECTOR(float, float)
SIMT_VECTOR(double, double)
SIMT_VECTOR(int, int)
SIMT_VECTOR(unsigned char, uchar)
SIMT_VECTOR(long long, longlong)
SIMT_VECTOR(unsigned long long, ulonglong)
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
SIMT_INLINE constexpr uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
SIMT_INLINE constexpr uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
  return {x, y, z, w};
}

// const here, written by the executor on every switch: a CUDA thread never sees its own index change, so the
// compiler may keep it in a register across a barrier.
#ifndef SIMT_EXECUTOR
#define SIMT_EXECUTOR const
#endif
extern SIMT_EXECUTOR thread_local uint3 threadIdx, blockIdx;
extern SIMT_EXECUTOR thread_local dim3 blockDim, gridDim;
constexpr int warpSize = 32;

void __syncthreads();
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

#define SIMT_ATOMICS(T)              \
  T atomicAdd(T* address, T value);  \
  T atomicMin(T* address, T value);  \
  T atomicMax(T* address, T value);  \
  T atomicExch(T* address, T value); \
  T atomicCAS(T* address, T compare, T value);
#define SIMT_ATOMIC_INTEGERS(M) M(int) M(unsigned) M(unsigned long long)
SIMT_ATOMIC_INTEGERS(SIMT_ATOMICS)
#undef SIMT_ATOMICS
int atomicSub(int* address, int value);
unsigned atomicSub(unsigned* address, unsigned value);
unsigned atomicInc(unsigned* address, unsigned limit);
unsigned atomicDec(unsigned* address, unsigned limit);
unsigned atomicAnd(unsigned* address, unsigned value);
unsigned atomicOr(unsigned* address, unsigned value);
unsigned atomicXor(unsigned* address, unsigned value);
float atomicAdd(float* address, float value);
double atomicAdd(double* address, double value);
float atomicExch(float* address, float value);

SIMT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_INLINE int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
template <typename T>
SIMT_INLINE T __ldg(const T* p) {
  return *p;
}
template <typename T>
SIMT_INLINE T __ldcg(const T* p) {
  return *p;
}
template <typename T>
SIMT_INLINE T __ldcs(const T* p) {
  return *p;
}
template <typename T>
SIMT_INLINE void __stcs(T* p, T value) {
  *p = value;
}

// Of a number and a NaN the number, as fminf and fmaxf do.
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
