// The 16-bit floats of cuda_fp16.h and cuda_bf16.h (harness/executor/runtime/include), which differ in name and
// in the width of the fraction. Arithmetic matches the hardware. Each operation rounds once, to nearest
// (even), subnormal numbers are kept, and every generated NaN is 0x7fff. Exponentials and similar functions
// round the host's double result, so they may differ from a GPU's result in the last bit.
#pragma once
#include <type_traits>

#include "simt/language.h"

namespace ladder::simt {

enum class Rounding { rn, rz, ru, rd };

// Operations on the bits of a 16-bit float. The operations are ordinary functions that are not traced.
#define SIMT_SMALL_FLOAT_BITS(F)                                    \
  struct F {                                                        \
    using Bits = unsigned short;                                    \
    static float value(Bits);                                       \
    static Bits of(double, Rounding = Rounding::rn);                \
    static Bits add(Bits, Bits);                                    \
    static Bits subtract(Bits, Bits);                               \
    static Bits multiply(Bits, Bits);                               \
    static Bits divide(Bits, Bits);                                 \
    static Bits fma(Bits, Bits, Bits);                              \
    static Bits negate(Bits);                                       \
    static Bits absolute(Bits);                                     \
    static Bits maximum(Bits, Bits);                                \
    static Bits minimum(Bits, Bits);                                \
    static Bits clamp_to_1(Bits);                                   \
    static Bits clamp_at_0(Bits);                                   \
    static Bits atomic_add(Bits*, Bits);                            \
    static unsigned atomic_add_two(unsigned*, unsigned);            \
    static bool is_nan(Bits x) { return (x & 0x7fff) > kInfinity; } \
    static const Bits kInfinity;                                    \
  };
SIMT_SMALL_FLOAT_BITS(Half)
SIMT_SMALL_FLOAT_BITS(Bfloat16)
#undef SIMT_SMALL_FLOAT_BITS
inline constexpr Half::Bits Half::kInfinity = 0x7c00;
inline constexpr Bfloat16::Bits Bfloat16::kInfinity = 0x7f80;

template <typename To>
SIMT_INLINE To saturating(int x) {
  const int lowest = static_cast<To>(-1) < 0 ? -(1 << (8 * sizeof(To) - 1)) : 0;
  const int highest = static_cast<To>(-1) < 0 ? (1 << (8 * sizeof(To) - 1)) - 1 : (1 << 8 * sizeof(To)) - 1;
  return static_cast<To>(max(lowest, min(x, highest)));
}

}  // namespace ladder::simt

#define SIMT_EACH_INTEGER(M, ...)        \
  M(short, short, __VA_ARGS__)           \
  M(unsigned short, ushort, __VA_ARGS__) \
  M(int, int, __VA_ARGS__)               \
  M(unsigned, uint, __VA_ARGS__) M(long long, ll, __VA_ARGS__) M(unsigned long long, ull, __VA_ARGS__)
#define SIMT_SMALL_ROUNDINGS(M, ...) \
  M(rn, __VA_ARGS__) M(rz, __VA_ARGS__) M(ru, __VA_ARGS__) M(rd, __VA_ARGS__)

// The two classes.
#define SIMT_SMALL_FLOAT_TYPES(T, T2, F)                                                                  \
  struct alignas(2) T##_raw {                                                                             \
    unsigned short x;                                                                                     \
  };                                                                                                      \
  struct alignas(4) T2##_raw {                                                                            \
    unsigned short x, y;                                                                                  \
  };                                                                                                      \
  struct alignas(2) T {                                                                                   \
    unsigned short __x;                                                                                   \
    T() = default;                                                                                        \
    SIMT_INLINE constexpr T(const T##_raw& raw) : __x(raw.x) {}                                           \
    SIMT_INLINE T(float x) : __x(ladder::simt::F::of(x)) {}                                               \
    SIMT_INLINE T(double x) : __x(ladder::simt::F::of(x)) {}                                              \
    SIMT_INLINE T(short x) : __x(ladder::simt::F::of(x)) {}                                               \
    SIMT_INLINE T(unsigned short x) : __x(ladder::simt::F::of(x)) {}                                      \
    SIMT_INLINE T(int x) : __x(ladder::simt::F::of(x)) {}                                                 \
    SIMT_INLINE T(unsigned x) : __x(ladder::simt::F::of(x)) {}                                            \
    SIMT_INLINE T(long x) : __x(ladder::simt::F::of(static_cast<double>(x))) {}                           \
    SIMT_INLINE T(unsigned long x) : __x(ladder::simt::F::of(static_cast<double>(x))) {}                  \
    SIMT_INLINE T(long long x) : __x(ladder::simt::F::of(static_cast<double>(x))) {}                      \
    SIMT_INLINE T(unsigned long long x) : __x(ladder::simt::F::of(static_cast<double>(x))) {}             \
    SIMT_INLINE constexpr operator T##_raw() const { return {__x}; }                                      \
    SIMT_INLINE operator float() const { return ladder::simt::F::value(__x); }                            \
    SIMT_INLINE constexpr operator bool() const { return (__x & 0x7fff) != 0; }                           \
    SIMT_INLINE operator char() const { return ladder::simt::saturating<char>(__float2int_rz(*this)); }   \
    SIMT_INLINE operator signed char() const {                                                            \
      return ladder::simt::saturating<signed char>(__float2int_rz(*this));                                \
    }                                                                                                     \
    SIMT_INLINE operator unsigned char() const {                                                          \
      return ladder::simt::saturating<unsigned char>(__float2int_rz(*this));                              \
    }                                                                                                     \
    SIMT_INLINE operator short() const { return ladder::simt::saturating<short>(__float2int_rz(*this)); } \
    SIMT_INLINE operator unsigned short() const {                                                         \
      return ladder::simt::saturating<unsigned short>(__float2int_rz(*this));                             \
    }                                                                                                     \
    SIMT_INLINE operator int() const { return __float2int_rz(*this); }                                    \
    SIMT_INLINE operator unsigned() const { return __float2uint_rz(*this); }                              \
    SIMT_INLINE operator long() const { return static_cast<long>(__float2ll_rz(*this)); }                 \
    SIMT_INLINE operator unsigned long() const { return __float2ull_rz(*this); }                          \
    SIMT_INLINE operator long long() const { return __float2ll_rz(*this); }                               \
    SIMT_INLINE operator unsigned long long() const { return __float2ull_rz(*this); }                     \
  };                                                                                                      \
  struct alignas(4) T2 {                                                                                  \
    T x, y;                                                                                               \
    T2() = default;                                                                                       \
    SIMT_INLINE constexpr T2(const T& a, const T& b) : x(a), y(b) {}                                      \
    SIMT_INLINE constexpr T2(const T2##_raw& raw) : x(T##_raw{raw.x}), y(T##_raw{raw.y}) {}               \
    SIMT_INLINE constexpr operator T2##_raw() const { return {x.__x, y.__x}; }                            \
  };

// Defines the conversion functions, whose names contain the type.
#define SIMT_SMALL_TO_INTEGER(R, I, NAME, T, N) \
  SIMT_INLINE I __##N##2##NAME##_##R(T a) { return SIMT_TO_##NAME(a, R); }
#define SIMT_TO_short(a, R) ladder::simt::saturating<short>(__float2int_##R(a))
#define SIMT_TO_ushort(a, R) ladder::simt::saturating<unsigned short>(__float2int_##R(a))
#define SIMT_TO_int(a, R) __float2int_##R(a)
#define SIMT_TO_uint(a, R) __float2uint_##R(a)
#define SIMT_TO_ll(a, R) __float2ll_##R(a)
#define SIMT_TO_ull(a, R) __float2ull_##R(a)
#define SIMT_SMALL_OF_INTEGER(R, I, NAME, T, N, F)                                          \
  SIMT_INLINE T __##NAME##2##N##_##R(I a) {                                                 \
    return T##_raw{ladder::simt::F::of(static_cast<double>(a), ladder::simt::Rounding::R)}; \
  }
#define SIMT_SMALL_INTEGER(I, NAME, T, N, F)                 \
  SIMT_SMALL_ROUNDINGS(SIMT_SMALL_TO_INTEGER, I, NAME, T, N) \
  SIMT_SMALL_ROUNDINGS(SIMT_SMALL_OF_INTEGER, I, NAME, T, N, F)
#define SIMT_SMALL_OF_FLOAT(R, T, N, F)                                \
  SIMT_INLINE T __float2##N##_##R(float a) {                           \
    return T##_raw{ladder::simt::F::of(a, ladder::simt::Rounding::R)}; \
  }

#define SIMT_SMALL_FLOAT_NAMED(T, T2, N, F)                                                 \
  SIMT_EACH_INTEGER(SIMT_SMALL_INTEGER, T, N, F)                                            \
  SIMT_SMALL_ROUNDINGS(SIMT_SMALL_OF_FLOAT, T, N, F)                                        \
  SIMT_INLINE T __float2##N(float a) { return T(a); }                                       \
  SIMT_INLINE T __double2##N(double a) { return T(a); }                                     \
  SIMT_INLINE float __##N##2float(T a) { return a; }                                        \
  SIMT_INLINE signed char __##N##2char_rz(T a) { return a; }                                \
  SIMT_INLINE unsigned char __##N##2uchar_rz(T a) { return a; }                             \
  SIMT_INLINE short __##N##_as_short(T a) { return static_cast<short>(a.__x); }             \
  SIMT_INLINE unsigned short __##N##_as_ushort(T a) { return a.__x; }                       \
  SIMT_INLINE T __short_as_##N(short a) { return T##_raw{static_cast<unsigned short>(a)}; } \
  SIMT_INLINE T __ushort_as_##N(unsigned short a) { return T##_raw{a}; }                    \
  SIMT_INLINE T2 __float2##N##2_rn(float a) { return {T(a), T(a)}; }                        \
  SIMT_INLINE T2 __floats2##N##2_rn(float a, float b) { return {T(a), T(b)}; }              \
  SIMT_INLINE T2 __float22##N##2_rn(float2 a) { return {T(a.x), T(a.y)}; }                  \
  SIMT_INLINE float2 __##N##22float2(T2 a) { return {a.x, a.y}; }                           \
  SIMT_INLINE T2 __##N##2##N##2(T a) { return {a, a}; }                                     \
  SIMT_INLINE T2 __halves2##N##2(T a, T b) { return {a, b}; }                               \
  SIMT_INLINE T __low2##N(T2 a) { return a.x; }                                             \
  SIMT_INLINE T __high2##N(T2 a) { return a.y; }                                            \
  SIMT_INLINE T2 __low2##N##2(T2 a) { return {a.x, a.x}; }                                  \
  SIMT_INLINE T2 __high2##N##2(T2 a) { return {a.y, a.y}; }                                 \
  SIMT_INLINE T2 __lows2##N##2(T2 a, T2 b) { return {a.x, b.x}; }                           \
  SIMT_INLINE T2 __highs2##N##2(T2 a, T2 b) { return {a.y, b.y}; }

// Overloaded functions.
#define SIMT_SMALL_COMPARISON(OP, C, T, T2, F)                                                        \
  SIMT_INLINE bool __h##OP(T a, T b) {                                                                \
    return !ladder::simt::F::is_nan(a.__x) & !ladder::simt::F::is_nan(b.__x) & (float(a) C float(b)); \
  }                                                                                                   \
  SIMT_INLINE bool __h##OP##u(T a, T b) {                                                             \
    return ladder::simt::F::is_nan(a.__x) | ladder::simt::F::is_nan(b.__x) | (float(a) C float(b));   \
  }                                                                                                   \
  SIMT_SMALL_COMPARISON_2(OP, T, T2) SIMT_SMALL_COMPARISON_2(OP##u, T, T2)
#define SIMT_SMALL_COMPARISON_2(OP, T, T2)                                                   \
  SIMT_INLINE T2 __h##OP##2(T2 a, T2 b) {                                                    \
    return {T(__h##OP(a.x, b.x) ? 1.0f : 0.0f), T(__h##OP(a.y, b.y) ? 1.0f : 0.0f)};         \
  }                                                                                          \
  SIMT_INLINE bool __hb##OP##2(T2 a, T2 b) { return __h##OP(a.x, b.x) & __h##OP(a.y, b.y); } \
  SIMT_INLINE unsigned __h##OP##2_mask(T2 a, T2 b) {                                         \
    return (__h##OP(a.x, b.x) ? 0xffffu : 0u) | (__h##OP(a.y, b.y) ? 0xffff0000u : 0u);      \
  }
// Defines a function for one number and a function for a pair: f(a), f2(a).
#define SIMT_SMALL_1(T, T2, F1, F2, EXPRESSION) \
  SIMT_INLINE T F1(T a) { return EXPRESSION; }  \
  SIMT_INLINE T2 F2(T2 a) { return {F1(a.x), F1(a.y)}; }
#define SIMT_SMALL_2(T, T2, F1, F2, EXPRESSION)     \
  SIMT_INLINE T F1(T a, T b) { return EXPRESSION; } \
  SIMT_INLINE T2 F2(T2 a, T2 b) { return {F1(a.x, b.x), F1(a.y, b.y)}; }
#define SIMT_SMALL_3(T, T2, F1, F2, EXPRESSION)          \
  SIMT_INLINE T F1(T a, T b, T c) { return EXPRESSION; } \
  SIMT_INLINE T2 F2(T2 a, T2 b, T2 c) { return {F1(a.x, b.x, c.x), F1(a.y, b.y, c.y)}; }
#define SIMT_SMALL_OPERATION(T, T2, F, NAME, FUNCTION)                                             \
  SIMT_SMALL_2(T, T2, __h##NAME, __h##NAME##2, (T##_raw{ladder::simt::F::FUNCTION(a.__x, b.__x)})) \
  SIMT_SMALL_2(T, T2, __h##NAME##_rn, __h##NAME##2_rn, __h##NAME(a, b))                            \
  SIMT_SMALL_2(T, T2, __h##NAME##_sat, __h##NAME##2_sat, simt_saturated(__h##NAME(a, b)))
#define SIMT_SMALL_OPERATOR(T, T2, OP, FUNCTION)                                    \
  SIMT_INLINE T operator OP(const T& a, const T& b) { return __h##FUNCTION(a, b); } \
  SIMT_INLINE T& operator OP##=(T& a, const T& b) { return a = __h##FUNCTION(a, b); }
#define SIMT_SMALL_OPERATOR_2(T2, OP, FUNCTION)                                   \
  SIMT_INLINE T2 operator OP(const T2& a, const T2& b) { return FUNCTION(a, b); } \
  SIMT_INLINE T2& operator OP##=(T2& a, const T2& b) { return a = FUNCTION(a, b); }
#define SIMT_SMALL_COMPARE(T, T2, OP, NAME)                                        \
  SIMT_INLINE bool operator OP(const T& a, const T& b) { return __h##NAME(a, b); } \
  SIMT_INLINE bool operator OP(const T2& a, const T2& b) { return __hb##NAME##2(a, b); }
#define SIMT_SMALL_STEP(T, OP)                                      \
  SIMT_INLINE T& operator OP##OP(T& a) { return a = a OP T(1.0f); } \
  SIMT_INLINE T operator OP##OP(T& a, int) {                        \
    const T before = a;                                             \
    a = a OP T(1.0f);                                               \
    return before;                                                  \
  }
#define SIMT_SMALL_SHUFFLE(T, WORD, BITS, SHUFFLE, ARGUMENT)                                   \
  SIMT_INLINE T SHUFFLE(unsigned mask, T a, ARGUMENT, int width = 32) {                        \
    return __builtin_bit_cast(                                                                 \
        T, static_cast<BITS>(SHUFFLE(mask, WORD{__builtin_bit_cast(BITS, a)}, other, width))); \
  }
#define SIMT_SMALL_SHUFFLES(T, BITS)                                      \
  SIMT_SMALL_SHUFFLE(T, unsigned, BITS, __shfl_sync, int other)           \
  SIMT_SMALL_SHUFFLE(T, unsigned, BITS, __shfl_up_sync, unsigned other)   \
  SIMT_SMALL_SHUFFLE(T, unsigned, BITS, __shfl_down_sync, unsigned other) \
  SIMT_SMALL_SHUFFLE(T, unsigned, BITS, __shfl_xor_sync, int other)

#define SIMT_SMALL_FLOAT_ARITHMETIC(T, T2, F)                                                              \
  SIMT_INLINE T simt_saturated(T a) { return T##_raw{ladder::simt::F::clamp_to_1(a.__x)}; }                \
  SIMT_INLINE T simt_relu(T a) { return T##_raw{ladder::simt::F::clamp_at_0(a.__x)}; }                     \
  SIMT_SMALL_OPERATION(T, T2, F, add, add)                                                                 \
  SIMT_SMALL_OPERATION(T, T2, F, sub, subtract)                                                            \
  SIMT_SMALL_OPERATION(T, T2, F, mul, multiply)                                                            \
  SIMT_SMALL_2(T, T2, __hdiv, __h2div, (T##_raw{ladder::simt::F::divide(a.__x, b.__x)}))                   \
  SIMT_SMALL_3(T, T2, __hfma, __hfma2, (T##_raw{ladder::simt::F::fma(a.__x, b.__x, c.__x)}))               \
  SIMT_SMALL_3(T, T2, __hfma_sat, __hfma2_sat, simt_saturated(__hfma(a, b, c)))                            \
  SIMT_SMALL_3(T, T2, __hfma_relu, __hfma2_relu, simt_relu(__hfma(a, b, c)))                               \
  SIMT_INLINE T2 __hcmadd(T2 a, T2 b, T2 c) {                                                              \
    return {__hfma(T(T##_raw{static_cast<unsigned short>(a.y.__x ^ 0x8000)}), b.y, __hfma(a.x, b.x, c.x)), \
            __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};                                                      \
  }                                                                                                        \
  SIMT_SMALL_1(T, T2, __hneg, __hneg2, (T##_raw{ladder::simt::F::negate(a.__x)}))                          \
  SIMT_SMALL_1(T, T2, __habs, __habs2, (T##_raw{ladder::simt::F::absolute(a.__x)}))                        \
  SIMT_INLINE bool __hisnan(T a) { return ladder::simt::F::is_nan(a.__x); }                                \
  SIMT_INLINE int __hisinf(T a) {                                                                          \
    return (a.__x & 0x7fff) != ladder::simt::F::kInfinity ? 0 : a.__x & 0x8000 ? -1 : 1;                   \
  }                                                                                                        \
  SIMT_INLINE T2 __hisnan2(T2 a) {                                                                         \
    return {T(__hisnan(a.x) ? 1.0f : 0.0f), T(__hisnan(a.y) ? 1.0f : 0.0f)};                               \
  }                                                                                                        \
  SIMT_SMALL_COMPARISON(eq, ==, T, T2, F)                                                                  \
  SIMT_SMALL_COMPARISON(ne, !=, T, T2, F)                                                                  \
  SIMT_SMALL_COMPARISON(le, <=, T, T2, F)                                                                  \
  SIMT_SMALL_COMPARISON(ge, >=, T, T2, F)                                                                  \
  SIMT_SMALL_COMPARISON(lt, <, T, T2, F)                                                                   \
  SIMT_SMALL_COMPARISON(gt, >, T, T2, F)                                                                   \
  SIMT_SMALL_2(T, T2, __hmax, __hmax2, (T##_raw{ladder::simt::F::maximum(a.__x, b.__x)}))                  \
  SIMT_SMALL_2(T, T2, __hmin, __hmin2, (T##_raw{ladder::simt::F::minimum(a.__x, b.__x)}))                  \
  SIMT_SMALL_2(T, T2, __hmax_nan, __hmax2_nan,                                                             \
               __hisnan(a) | __hisnan(b) ? T(T##_raw{0x7fff}) : __hmax(a, b))                              \
  SIMT_SMALL_2(T, T2, __hmin_nan, __hmin2_nan,                                                             \
               __hisnan(a) | __hisnan(b) ? T(T##_raw{0x7fff}) : __hmin(a, b))                              \
  SIMT_SMALL_OPERATOR(T, T2, +, add)                                                                       \
  SIMT_SMALL_OPERATOR(T, T2, -, sub)                                                                       \
  SIMT_SMALL_OPERATOR(T, T2, *, mul)                                                                       \
  SIMT_SMALL_OPERATOR(T, T2, /, div)                                                                       \
  SIMT_SMALL_OPERATOR_2(T2, +, __hadd2)                                                                    \
  SIMT_SMALL_OPERATOR_2(T2, -, __hsub2)                                                                    \
  SIMT_SMALL_OPERATOR_2(T2, *, __hmul2)                                                                    \
  SIMT_SMALL_OPERATOR_2(T2, /, __h2div)                                                                    \
  SIMT_INLINE T operator+(const T& a) { return a; }                                                        \
  SIMT_INLINE T operator-(const T& a) { return __hneg(a); }                                                \
  SIMT_INLINE T2 operator+(const T2& a) { return a; }                                                      \
  SIMT_INLINE T2 operator-(const T2& a) { return __hneg2(a); }                                             \
  SIMT_SMALL_STEP(T, +)                                                                                    \
  SIMT_SMALL_STEP(T, -)                                                                                    \
  SIMT_SMALL_COMPARE(T, T2, ==, eq)                                                                        \
  SIMT_SMALL_COMPARE(T, T2, !=, neu)                                                                       \
  SIMT_SMALL_COMPARE(T, T2, <, lt)                                                                         \
  SIMT_SMALL_COMPARE(T, T2, >, gt)                                                                         \
  SIMT_SMALL_COMPARE(T, T2, <=, le)                                                                        \
  SIMT_SMALL_COMPARE(T, T2, >=, ge)                                                                        \
  SIMT_SMALL_1(T, T2, hsqrt, h2sqrt, T(sqrt(double(float(a)))))                                            \
  SIMT_SMALL_1(T, T2, hrsqrt, h2rsqrt, T(1 / sqrt(double(float(a)))))                                      \
  SIMT_SMALL_1(T, T2, hrcp, h2rcp, T(1 / double(float(a))))                                                \
  SIMT_SMALL_1(T, T2, hexp, h2exp, T(exp(double(float(a)))))                                               \
  SIMT_SMALL_1(T, T2, hexp2, h2exp2, T(exp2(double(float(a)))))                                            \
  SIMT_SMALL_1(T, T2, hexp10, h2exp10, T(exp10(double(float(a)))))                                         \
  SIMT_SMALL_1(T, T2, hlog, h2log, T(log(double(float(a)))))                                               \
  SIMT_SMALL_1(T, T2, hlog2, h2log2, T(log2(double(float(a)))))                                            \
  SIMT_SMALL_1(T, T2, hlog10, h2log10, T(log10(double(float(a)))))                                         \
  SIMT_SMALL_1(T, T2, hsin, h2sin, T(sin(double(float(a)))))                                               \
  SIMT_SMALL_1(T, T2, hcos, h2cos, T(cos(double(float(a)))))                                               \
  SIMT_SMALL_1(T, T2, htanh, h2tanh, T(tanh(double(float(a)))))                                            \
  SIMT_SMALL_1(T, T2, htanh_approx, h2tanh_approx, T(tanh(double(float(a)))))                              \
  SIMT_SMALL_1(T, T2, hfloor, h2floor, T(floorf(a)))                                                       \
  SIMT_SMALL_1(T, T2, hceil, h2ceil, T(ceilf(a)))                                                          \
  SIMT_SMALL_1(T, T2, htrunc, h2trunc, T(truncf(a)))                                                       \
  SIMT_SMALL_1(T, T2, hrint, h2rint, T(rintf(a)))                                                          \
  SIMT_INLINE float __low2float(T2 a) { return a.x; }                                                      \
  SIMT_INLINE float __high2float(T2 a) { return a.y; }                                                     \
  SIMT_INLINE T2 __lowhigh2highlow(T2 a) { return {a.y, a.x}; }                                            \
  SIMT_SMALL_SHUFFLES(T, unsigned short)                                                                   \
  SIMT_SMALL_SHUFFLES(T2, unsigned)                                                                        \
  SIMT_INLINE T atomicAdd(T* address, T a) {                                                               \
    return T##_raw{ladder::simt::F::atomic_add(&address->__x, a.__x)};                                     \
  }                                                                                                        \
  SIMT_INLINE T2 atomicAdd(T2* address, T2 a) {                                                            \
    return __builtin_bit_cast(T2, ladder::simt::F::atomic_add_two(reinterpret_cast<unsigned*>(address),    \
                                                                  __builtin_bit_cast(unsigned, a)));       \
  }
