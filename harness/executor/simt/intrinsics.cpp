#include "simt/intrinsics.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "platform/arithmetic.h"

using namespace ladder;

namespace {

// The parts of a word, lowest first.
template <typename Part>
constexpr unsigned kParts = 4 / sizeof(Part);

template <typename Part>
int part(unsigned word, unsigned i) {
  return static_cast<Part>(word >> 8 * sizeof(Part) * i);
}
template <typename Part, typename F>  // f(a, b) for each part, truncated to the part's width
unsigned each_part(unsigned a, unsigned b, F f) {
  unsigned result = 0;
  for (unsigned i = 0; i < kParts<Part>; ++i) {
    const auto x = static_cast<std::make_unsigned_t<Part>>(f(part<Part>(a, i), part<Part>(b, i)));
    result |= static_cast<unsigned>(x) << 8 * sizeof(Part) * i;
  }
  return result;
}
template <typename Part, typename F>
unsigned sum_of_parts(unsigned a, unsigned b, F f) {
  unsigned sum = 0;
  for (unsigned i = 0; i < kParts<Part>; ++i)
    sum += static_cast<unsigned>(f(part<Part>(a, i), part<Part>(b, i)));
  return sum;
}
template <typename Part>
int saturated(int x) {
  return std::clamp<int>(x, std::numeric_limits<Part>::min(), std::numeric_limits<Part>::max());
}

template <typename A, typename B>
unsigned dot(unsigned a, unsigned b, unsigned sum, unsigned first_of_b = 0) {
  for (unsigned i = 0; i < kParts<A>; ++i)
    sum += static_cast<unsigned>(part<A>(a, i)) * static_cast<unsigned>(part<B>(b, first_of_b + i));
  return sum;
}
template <typename T>
unsigned word(T x) {
  return std::bit_cast<unsigned>(x);
}

enum Rounding { rn, rz, ru, rd };

template <typename F>  // computes f in this rounding mode
auto rounded(Rounding rounding, F f) {
  const int before = std::fegetround();
  std::fesetround(simt::kRoundings[rounding]);
  const volatile auto result = f();
  std::fesetround(before);
  return result;
}

template <typename To, typename From>
To cast(From value, Rounding rounding) {
  const volatile From from = value;  // forces the conversion to be done in that mode
  if constexpr (std::is_integral_v<To>) {
    if (value != value)
      return sizeof(To) == 8 || sizeof(From) == 8
                 ? static_cast<To>(std::make_unsigned_t<To>{1} << (8 * sizeof(To) - 1))
                 : To{0};
    const From whole = rounding == rz   ? std::trunc(value)
                       : rounding == ru ? std::ceil(value)
                       : rounding == rd ? std::floor(value)
                                        : std::nearbyint(value);
    constexpr From kEnd = static_cast<From>(std::numeric_limits<To>::max() / 2 + 1) * 2;  // maximum + 1
    if (whole >= kEnd) return std::numeric_limits<To>::max();
    if (whole < static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(whole);
  } else {
    return rounded(rounding, [&] { return static_cast<To>(from); });
  }
}

double sine_of_pi(double x) {
  if (std::isinf(x)) return NAN;
  const double r = std::remainder(x, 2.0);  // -1 … 1
  if (r == std::trunc(r)) return std::copysign(0.0, x);
  const double a = std::fabs(r);
  const double s = a <= 0.25   ? std::sin(M_PI * a)
                   : a <= 0.75 ? std::cos(M_PI * (0.5 - a))
                               : std::sin(M_PI * (1.0 - a));
  return std::copysign(s, r);
}
double cosine_of_pi(double x) {
  if (std::isinf(x)) return NAN;
  const double a = std::fabs(std::remainder(x, 2.0));
  if (a == 0.5) return 0;
  return a <= 0.25   ? std::cos(M_PI * a)
         : a <= 0.75 ? std::sin(M_PI * (0.5 - a))
                     : -std::cos(M_PI * (1.0 - a));
}

// Solves erfc(x) = p by Newton's method, starting from a rough estimate.
double inverse_erfc(double p) {
  if (!(p >= 0 && p <= 2)) return NAN;
  if (p == 0) return INFINITY;
  if (p == 2) return -INFINITY;
  if (p == 1) return 0;
  const double q = p < 1 ? p : 2 - p;
  const double t = std::sqrt(-2 * std::log(q / 2));
  double x = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
  for (int i = 0; i < 3; ++i) {
    const double error = std::erfc(x) - q;
    x += error / (M_2_SQRTPI * std::exp(-x * x) - x * error);
  }
  return p < 1 ? x : -x;
}
double inverse_erf(double y) {
  if (std::fabs(y) > 0.5) return y > 0 ? inverse_erfc(1 - y) : -inverse_erfc(1 + y);
  double x = y / M_2_SQRTPI;
  for (int i = 0; i < 5; ++i) {
    const double error = std::erf(x) - y;
    x -= error / (M_2_SQRTPI * std::exp(-x * x) + x * error);
  }
  return x;
}
double scaled_erfc(double x) {
  if (x < 20) return std::exp(x * x) * std::erfc(x);
  const double s = 1 / (2 * x * x);
  return M_2_SQRTPI / 2 / x * (1 - s * (1 - 3 * s * (1 - 5 * s)));
}

}  // namespace

unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }
unsigned long long __brevll(unsigned long long x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  return __builtin_bswap64(x);
}
unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
  return result;
}
unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (base > 31) return ~0u;
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step)
    if (mask >> i & 1 && --left == 0) return static_cast<unsigned>(i);
  return ~0u;
}

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
int __dp4a(int a, int b, int c) { return static_cast<int>(dot<i8, i8>(word(a), word(b), word(c))); }
unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return dot<u8, u8>(a, b, c); }
int __dp4a(char4 a, char4 b, int c) { return static_cast<int>(dot<i8, i8>(word(a), word(b), word(c))); }
unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return dot<u8, u8>(word(a), word(b), c); }
#define DEFINE_DP2A(F, FIRST)                                                                             \
  int F(int a, int b, int c) { return static_cast<int>(dot<i16, i8>(word(a), word(b), word(c), FIRST)); } \
  unsigned F(unsigned a, unsigned b, unsigned c) { return dot<u16, u8>(a, b, c, FIRST); }                 \
  int F(short2 a, char4 b, int c) {                                                                       \
    return static_cast<int>(dot<i16, i8>(word(a), word(b), word(c), FIRST));                              \
  }                                                                                                       \
  unsigned F(ushort2 a, uchar4 b, unsigned c) { return dot<u16, u8>(word(a), word(b), c, FIRST); }
DEFINE_DP2A(__dp2a_lo, 0)
DEFINE_DP2A(__dp2a_hi, 2)

#define DEFINE_1(F, S, EXPRESSION)                                       \
  unsigned F##2(unsigned x) {                                            \
    using Part = S##16;                                                  \
    return each_part<Part>(x, 0, [](int a, int) { return EXPRESSION; }); \
  }                                                                      \
  unsigned F##4(unsigned x) {                                            \
    using Part = S##8;                                                   \
    return each_part<Part>(x, 0, [](int a, int) { return EXPRESSION; }); \
  }
#define DEFINE_WITH(EACH, F, S, EXPRESSION)                            \
  unsigned F##2(unsigned x, unsigned y) {                              \
    using Part [[maybe_unused]] = S##16;                               \
    return EACH<S##16>(x, y, [](int a, int b) { return EXPRESSION; }); \
  }                                                                    \
  unsigned F##4(unsigned x, unsigned y) {                              \
    using Part [[maybe_unused]] = S##8;                                \
    return EACH<S##8>(x, y, [](int a, int b) { return EXPRESSION; });  \
  }
#define DEFINE_2(F, S, EXPRESSION) DEFINE_WITH(each_part, F, S, EXPRESSION)
DEFINE_1(__vabs, i, a < 0 ? -a : a)
DEFINE_1(__vabsss, i, saturated<Part>(a < 0 ? -a : a))
DEFINE_1(__vneg, i, -a)
DEFINE_1(__vnegss, i, saturated<Part>(-a))
DEFINE_2(__vadd, u, a + b)
DEFINE_2(__vaddss, i, saturated<Part>(a + b))
DEFINE_2(__vaddus, u, saturated<Part>(a + b))
DEFINE_2(__vsub, u, a - b)
DEFINE_2(__vsubss, i, saturated<Part>(a - b))
DEFINE_2(__vsubus, u, saturated<Part>(a - b))
DEFINE_2(__vabsdiffs, i, a < b ? b - a : a - b)
DEFINE_2(__vabsdiffu, u, a < b ? b - a : a - b)
DEFINE_2(__vavgs, i, (a + b + (a + b >= 0)) >> 1)
DEFINE_2(__vavgu, u, (a + b + 1) >> 1)
DEFINE_2(__vhaddu, u, (a + b) >> 1)
DEFINE_2(__vmaxs, i, a < b ? b : a)
DEFINE_2(__vmaxu, u, a < b ? b : a)
DEFINE_2(__vmins, i, b < a ? b : a)
DEFINE_2(__vminu, u, b < a ? b : a)
DEFINE_WITH(sum_of_parts, __vsads, i, a < b ? b - a : a - b)
DEFINE_WITH(sum_of_parts, __vsadu, u, a < b ? b - a : a - b)
#define DEFINE_COMPARISON(F, S, CONDITION)     \
  DEFINE_2(__vcmp##F, S, (CONDITION) ? -1 : 0) \
  DEFINE_2(__vset##F, S, (CONDITION) ? 1 : 0)
DEFINE_COMPARISON(eq, u, a == b)
DEFINE_COMPARISON(ne, u, a != b)
DEFINE_COMPARISON(ges, i, a >= b)
DEFINE_COMPARISON(geu, u, a >= b)
DEFINE_COMPARISON(gts, i, a > b)
DEFINE_COMPARISON(gtu, u, a > b)
DEFINE_COMPARISON(les, i, a <= b)
DEFINE_COMPARISON(leu, u, a <= b)
DEFINE_COMPARISON(lts, i, a < b)
DEFINE_COMPARISON(ltu, u, a < b)

#define DEFINE_CAST(To, From, F, R) \
  To F##_##R(From x) { return cast<To>(x, R); }
SIMT_CASTS(DEFINE_CAST)

#define DEFINE_ROUNDED_1(T, F, EXPRESSION, R)             \
  T F##_##R(T x) {                                        \
    const volatile T a = x;                               \
    return rounded(R, [&]() -> T { return EXPRESSION; }); \
  }
#define DEFINE_ROUNDED_2(T, F, EXPRESSION, R)             \
  T F##_##R(T x, T y) {                                   \
    const volatile T a = x, b = y;                        \
    return rounded(R, [&]() -> T { return EXPRESSION; }); \
  }
#define DEFINE_ROUNDED_3(T, F, EXPRESSION, R)             \
  T F##_##R(T x, T y, T z) {                              \
    const volatile T a = x, b = y, c = z;                 \
    return rounded(R, [&]() -> T { return EXPRESSION; }); \
  }
SIMT_ROUNDINGS(DEFINE_ROUNDED_1, float, __fsqrt, std::sqrt(a))
SIMT_ROUNDINGS(DEFINE_ROUNDED_1, double, __dsqrt, std::sqrt(a))
SIMT_ROUNDINGS(DEFINE_ROUNDED_1, float, __frcp, 1 / a)
SIMT_ROUNDINGS(DEFINE_ROUNDED_1, double, __drcp, 1 / a)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, float, __fadd, a + b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, float, __fsub, a - b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, float, __fmul, a* b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, float, __fdiv, a / b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, double, __dadd, a + b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, double, __dsub, a - b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, double, __dmul, a* b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_2, double, __ddiv, a / b)
SIMT_ROUNDINGS(DEFINE_ROUNDED_3, float, __fmaf, std::fma(a, b, c))
SIMT_ROUNDINGS(DEFINE_ROUNDED_3, float, __fmaf_ieee, std::fma(a, b, c))
SIMT_ROUNDINGS(DEFINE_ROUNDED_3, double, __fma, std::fma(a, b, c))
float __frsqrt_rn(float x) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); }
float __fdividef(float x, float y) {
  const float size = std::fabs(y);
  return size > 0x1p126f && size <= std::numeric_limits<float>::max() ? 0 * x : x / y;
}

double rsqrt(double x) { return 1 / std::sqrt(x); }
double rcbrt(double x) { return 1 / std::cbrt(x); }
double sinpi(double x) { return sine_of_pi(x); }
double cospi(double x) { return cosine_of_pi(x); }
double erfinv(double x) { return inverse_erf(x); }
double erfcinv(double x) { return inverse_erfc(x); }
double erfcx(double x) { return scaled_erfc(x); }
double normcdf(double x) { return std::erfc(-x * M_SQRT1_2) / 2; }
double normcdfinv(double p) { return -M_SQRT2 * inverse_erfc(2 * p); }
double cyl_bessel_i0(double x) { return simt::bessel_i0(std::fabs(x)); }
double cyl_bessel_i1(double x) { return std::copysign(simt::bessel_i1(std::fabs(x)), x); }
#define DEFINE_FLOAT(F) \
  float F##f(float x) { return static_cast<float>(F(static_cast<double>(x))); }
SIMT_SPECIAL_1(DEFINE_FLOAT)
void sincospi(double x, double* sine, double* cosine) {
  *sine = sine_of_pi(x);
  *cosine = cosine_of_pi(x);
}
void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
double norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
double norm4d(double a, double b, double c, double d) {
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}
float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
double rhypot(double a, double b) { return 1 / std::hypot(a, b); }
double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
