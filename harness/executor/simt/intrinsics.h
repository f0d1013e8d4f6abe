// CUDA's numeric functions: integers, casts, rounding, fast and special functions. Included by language.h.
//
// Functions that are single expressions are inline. All others are ordinary functions (intrinsics.cpp) that
// are not traced, so a call adds nothing to the counters.
//
// Results equal those of a GPU, except for approximations, which are as accurate here as the host's own
// functions: __sinf, __cosf, __tanf, __expf, __exp10f, __logf, __log2f, __log10f, __powf, __fdividef, rsqrt,
// rcbrt, and the functions of <cmath>. The last bits of these approximations may differ.
#pragma once
#include <math.h>

#include "simt/vector_types.h"

// Integers.
SIMT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_INLINE int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
SIMT_INLINE int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
unsigned __brev(unsigned);
unsigned long long __brevll(unsigned long long);
unsigned __byte_perm(unsigned x, unsigned y, unsigned selector);
unsigned __fns(unsigned mask, unsigned base, int offset);
SIMT_INLINE int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * static_cast<long long>(b) >> 32);
}
SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
SIMT_INLINE long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
SIMT_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
// The product of the low 24 bits of both numbers.
SIMT_INLINE int __mul24(int a, int b) {
  const long long x = static_cast<int>(static_cast<unsigned>(a) << 8) >> 8,
                  y = static_cast<int>(static_cast<unsigned>(b) << 8) >> 8;
  return static_cast<int>(x * y);
}
SIMT_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
SIMT_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
SIMT_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
SIMT_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned by = shift < 32 ? shift : 32;
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (32 - by));
}
SIMT_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >>
                               (shift < 32 ? shift : 32));
}
SIMT_INLINE unsigned __sad(int a, int b, unsigned sum) {
  return sum + (a < b ? static_cast<unsigned>(b) - static_cast<unsigned>(a)
                      : static_cast<unsigned>(a) - static_cast<unsigned>(b));
}
SIMT_INLINE unsigned __usad(unsigned a, unsigned b, unsigned sum) { return sum + (a < b ? b - a : a - b); }
SIMT_INLINE int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
SIMT_INLINE int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
SIMT_INLINE unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
SIMT_INLINE unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
int __dp4a(int a, int b, int sum);
unsigned __dp4a(unsigned a, unsigned b, unsigned sum);
int __dp4a(char4 a, char4 b, int sum);
unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum);
int __dp2a_lo(int a, int b, int sum);
unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum);
int __dp2a_lo(short2 a, char4 b, int sum);
unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned sum);
int __dp2a_hi(int a, int b, int sum);
unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum);
int __dp2a_hi(short2 a, char4 b, int sum);
unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned sum);

// Two or four small integers in one word.
// clang-format off
#define SIMT_PARTS_1(M) M(__vabs) M(__vabsss) M(__vneg) M(__vnegss)
#define SIMT_PARTS_2(M)                                                                        \
  M(__vadd) M(__vaddss) M(__vaddus) M(__vsub) M(__vsubss) M(__vsubus)                          \
  M(__vabsdiffs) M(__vabsdiffu) M(__vavgs) M(__vavgu) M(__vhaddu)                              \
  M(__vmaxs) M(__vmaxu) M(__vmins) M(__vminu) M(__vsads) M(__vsadu)                            \
  M(__vcmpeq) M(__vcmpne) M(__vcmpges) M(__vcmpgeu) M(__vcmpgts) M(__vcmpgtu)                  \
  M(__vcmples) M(__vcmpleu) M(__vcmplts) M(__vcmpltu)                                          \
  M(__vseteq) M(__vsetne) M(__vsetges) M(__vsetgeu) M(__vsetgts) M(__vsetgtu)                  \
  M(__vsetles) M(__vsetleu) M(__vsetlts) M(__vsetltu)
// clang-format on
#define SIMT_DECLARE(F)    \
  unsigned F##2(unsigned); \
  unsigned F##4(unsigned);
SIMT_PARTS_1(SIMT_DECLARE)
#undef SIMT_DECLARE
#define SIMT_DECLARE(F)              \
  unsigned F##2(unsigned, unsigned); \
  unsigned F##4(unsigned, unsigned);
SIMT_PARTS_2(SIMT_DECLARE)
#undef SIMT_DECLARE

// These functions reinterpret the same bits as another type.
SIMT_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SIMT_INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
SIMT_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SIMT_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
SIMT_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SIMT_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SIMT_INLINE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
SIMT_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low)));
}

// Rounding to nearest (even), toward zero, up and down. In a conversion to an integer, an out-of-range value is
// clamped; NaN becomes 0 or, if either side has 64 bits, the number with only the highest bit set (PTX ISA,
// "cvt").
#define SIMT_ROUNDINGS(M, ...) M(__VA_ARGS__, rn) M(__VA_ARGS__, rz) M(__VA_ARGS__, ru) M(__VA_ARGS__, rd)
// clang-format off
#define SIMT_CASTS(M) \
  SIMT_ROUNDINGS(M, int, float, __float2int) \
  SIMT_ROUNDINGS(M, unsigned, float, __float2uint) \
  SIMT_ROUNDINGS(M, long long, float, __float2ll) \
  SIMT_ROUNDINGS(M, unsigned long long, float, __float2ull) \
  SIMT_ROUNDINGS(M, int, double, __double2int) \
  SIMT_ROUNDINGS(M, unsigned, double, __double2uint) \
  SIMT_ROUNDINGS(M, long long, double, __double2ll) \
  SIMT_ROUNDINGS(M, unsigned long long, double, __double2ull) \
  SIMT_ROUNDINGS(M, float, double, __double2float) \
  SIMT_ROUNDINGS(M, float, int, __int2float) \
  SIMT_ROUNDINGS(M, float, unsigned, __uint2float) \
  SIMT_ROUNDINGS(M, float, long long, __ll2float) \
  SIMT_ROUNDINGS(M, float, unsigned long long, __ull2float) \
  SIMT_ROUNDINGS(M, double, long long, __ll2double) \
  SIMT_ROUNDINGS(M, double, unsigned long long, __ull2double)
// clang-format on
#define SIMT_DECLARE(To, From, F, R) To F##_##R(From);
SIMT_CASTS(SIMT_DECLARE)
#undef SIMT_DECLARE
SIMT_INLINE double __int2double_rn(int x) { return x; }
SIMT_INLINE double __uint2double_rn(unsigned x) { return x; }

// clang-format off
#define SIMT_ROUNDED_1(M) \
  SIMT_ROUNDINGS(M, float, __fsqrt) \
  SIMT_ROUNDINGS(M, float, __frcp) \
  SIMT_ROUNDINGS(M, double, __dsqrt) \
  SIMT_ROUNDINGS(M, double, __drcp)
#define SIMT_ROUNDED_2(M) \
  SIMT_ROUNDINGS(M, float, __fadd) \
  SIMT_ROUNDINGS(M, float, __fsub) \
  SIMT_ROUNDINGS(M, float, __fmul) \
  SIMT_ROUNDINGS(M, float, __fdiv) \
  SIMT_ROUNDINGS(M, double, __dadd) \
  SIMT_ROUNDINGS(M, double, __dsub) \
  SIMT_ROUNDINGS(M, double, __dmul) \
  SIMT_ROUNDINGS(M, double, __ddiv)
#define SIMT_ROUNDED_3(M) \
  SIMT_ROUNDINGS(M, float, __fmaf) \
  SIMT_ROUNDINGS(M, float, __fmaf_ieee) \
  SIMT_ROUNDINGS(M, double, __fma)
// clang-format on
#define SIMT_DECLARE(T, F, R) T F##_##R(T);
SIMT_ROUNDED_1(SIMT_DECLARE)
#undef SIMT_DECLARE
#define SIMT_DECLARE(T, F, R) T F##_##R(T, T);
SIMT_ROUNDED_2(SIMT_DECLARE)
#undef SIMT_DECLARE
#define SIMT_DECLARE(T, F, R) T F##_##R(T, T, T);
SIMT_ROUNDED_3(SIMT_DECLARE)
#undef SIMT_DECLARE
float __frsqrt_rn(float);
SIMT_INLINE float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }  // NaN becomes 0

// On a GPU, these functions are fast but less accurate.
SIMT_INLINE float __sinf(float x) { return sinf(x); }
SIMT_INLINE float __cosf(float x) { return cosf(x); }
SIMT_INLINE float __tanf(float x) { return sinf(x) / cosf(x); }
SIMT_INLINE float __expf(float x) { return expf(x); }
SIMT_INLINE float __exp10f(float x) { return exp10f(x); }
SIMT_INLINE float __logf(float x) { return logf(x); }
SIMT_INLINE float __log2f(float x) { return log2f(x); }
SIMT_INLINE float __log10f(float x) { return log10f(x); }
SIMT_INLINE void __sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
SIMT_INLINE float __powf(float x, float y) { return exp2f(y * log2f(x)); }  // so that x < 0 gives NaN
float __fdividef(float x, float y);                                         // 0 if |y| is above 2^126
SIMT_INLINE float fdividef(float x, float y) { return x / y; }
SIMT_INLINE double fdivide(double x, double y) { return x / y; }

// Functions that <cmath> lacks.
#define SIMT_SPECIAL_1(M) \
  M(rsqrt)                \
  M(rcbrt)                \
  M(sinpi) M(cospi) M(erfinv) M(erfcinv) M(erfcx) M(normcdf) M(normcdfinv) M(cyl_bessel_i0) M(cyl_bessel_i1)
#define SIMT_DECLARE(F) \
  double F(double);     \
  float F##f(float);    \
  SIMT_INLINE float F(float x) { return F##f(x); }
SIMT_SPECIAL_1(SIMT_DECLARE)
#undef SIMT_DECLARE
void sincospi(double, double* sine, double* cosine);
void sincospif(float, float* sine, float* cosine);
double rhypot(double, double);
float rhypotf(float, float);
double norm3d(double, double, double);
float norm3df(float, float, float);
double rnorm3d(double, double, double);
float rnorm3df(float, float, float);
double norm4d(double, double, double, double);
float norm4df(float, float, float, float);
double rnorm4d(double, double, double, double);
float rnorm4df(float, float, float, float);
// Norms of an array whose elements are read on behalf of the caller.
SIMT_INLINE double norm(int n, const double* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = hypot(sum, x[i]);
  return sum;
}
SIMT_INLINE float normf(int n, const float* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return static_cast<float>(sqrt(sum));
}
SIMT_INLINE double rnorm(int n, const double* x) { return 1 / norm(n, x); }
SIMT_INLINE float rnormf(int n, const float* x) { return 1 / normf(n, x); }
