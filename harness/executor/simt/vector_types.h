// CUDA's vector types, char1 to double4, and dim3.
//
// These types are plain aggregates, because any constructor would give a __shared__ array of them a run-time
// initialiser. A program may define operators for them, as helper_math.h does.
#pragma once

#ifndef SIMT_EDITOR
#define SIMT_INLINE inline __attribute__((always_inline))
#endif

#define SIMT_VECTOR(T, N)                                                     \
  struct N##1 {                                                               \
    T x;                                                                      \
  };                                                                          \
  struct alignas(2 * sizeof(T)) N##2 {                                        \
    T x, y;                                                                   \
  };                                                                          \
  struct N##3 {                                                               \
    T x, y, z;                                                                \
  };                                                                          \
  struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) N##4 {              \
    T x, y, z, w;                                                             \
  };                                                                          \
  SIMT_INLINE constexpr N##1 make_##N##1(T x) { return {x}; }                 \
  SIMT_INLINE constexpr N##2 make_##N##2(T x, T y) { return {x, y}; }         \
  SIMT_INLINE constexpr N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } \
  SIMT_INLINE constexpr N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
SIMT_VECTOR(signed char, char)
SIMT_VECTOR(unsigned char, uchar)
SIMT_VECTOR(short, short)
SIMT_VECTOR(unsigned short, ushort)
SIMT_VECTOR(int, int)
SIMT_VECTOR(unsigned, uint)
SIMT_VECTOR(long, long)
SIMT_VECTOR(unsigned long, ulong)
SIMT_VECTOR(long long, longlong)
SIMT_VECTOR(unsigned long long, ulonglong)
SIMT_VECTOR(float, float)
SIMT_VECTOR(double, double)
#undef SIMT_VECTOR

// CUDA 13 includes the alignment of the 32-byte types in their names.
#define SIMT_WIDE_VECTOR(T, N)                                                                \
  using N##4_16a = N##4;                                                                      \
  struct alignas(32) N##4_32a {                                                               \
    T x, y, z, w;                                                                             \
  };                                                                                          \
  SIMT_INLINE constexpr N##4_16a make_##N##4_16a(T x, T y, T z, T w) { return {x, y, z, w}; } \
  SIMT_INLINE constexpr N##4_32a make_##N##4_32a(T x, T y, T z, T w) { return {x, y, z, w}; }
SIMT_WIDE_VECTOR(long, long)
SIMT_WIDE_VECTOR(unsigned long, ulong)
SIMT_WIDE_VECTOR(long long, longlong)
SIMT_WIDE_VECTOR(unsigned long long, ulonglong)
SIMT_WIDE_VECTOR(double, double)
#undef SIMT_WIDE_VECTOR

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
