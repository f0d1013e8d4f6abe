#include "simt/small_floats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "simt/atomic_words.h"
#include "simt/executor.h"

namespace ladder::simt {
namespace {

using Bits = unsigned short;
constexpr Bits kNan = 0x7fff, kSign = 0x8000;

// Detects a sum that has stopped growing because each addend is at most half of the sum's last bit. Sums are
// recorded for each thread of a watched block, at a few of the places that add.
struct Sum {
  const void* pc = nullptr;
  double value = 0, lost = 0;
  unsigned grown = 0;
};
void follow_sum(double sum, double addend, double result, const char* type, int bits, const void* pc) {
  constexpr unsigned kPlaces = 4, kFewestSteps = 8;
  constexpr double kPartLost = 1.0 / 8;
  const Worker* w = current_worker;
  if (w == nullptr || !w->traced || !std::isfinite(result) || addend == 0) return;
  static std::array<std::array<Sum, kPlaces>, kMaxThreads> sums;  // only one watched block runs at a time
  Sum& s = sums[w->current][(reinterpret_cast<uintptr_t>(pc) >> 3) % kPlaces];
  if (s.pc != pc || s.value != sum) s = {pc, sum, 0, 0};
  s.value = result;
  if (result != sum) {
    ++s.grown;
    s.lost = 0;
    return;
  }
  s.lost += addend;
  if (s.grown < kFewestSteps || std::fabs(s.lost) < kPartLost * std::fabs(sum)) return;
  s.lost = 0;
  report_hazard(
      HazardKind::lost_in_rounding, "", {pc, "sum", static_cast<int>(w->current), w->block_index}, {}, {},
      {Cause::sum_stands_still, {{"type", type}, {"sum", fmt::format("{}", result)}, {"bits", bits}}});
}

// A format, defined by its numbers of fraction and exponent bits.
template <int kFraction>
struct Format {
  static constexpr int kBias = (1 << (14 - kFraction)) - 1, kLowest = 1 - kBias;
  static constexpr Bits kInfinity = static_cast<Bits>(0x7fff >> kFraction << kFraction);

  static float value(Bits x) {
    const int exponent = (x & 0x7fff) >> kFraction, fraction = x & ((1 << kFraction) - 1);
    float size = NAN;
    if ((x & 0x7fff) == kInfinity)
      size = INFINITY;
    else if ((x & 0x7fff) < kInfinity)
      size = exponent == 0
                 ? std::ldexp(static_cast<float>(fraction), kLowest - kFraction)
                 : std::ldexp(static_cast<float>(fraction + (1 << kFraction)), exponent - kBias - kFraction);
    return x & kSign ? -size : size;
  }

  static Bits of(double x, Rounding rounding) {
    if (std::isnan(x)) return kNan;
    const Bits sign = std::signbit(x) ? kSign : 0;
    if (std::isinf(x)) return sign | kInfinity;
    if (x == 0) return sign;
    const bool away = rounding == (sign ? Rounding::rd : Rounding::ru);
    int exponent = 0;
    std::frexp(x, &exponent);
    // The exponent of the last bit, as a power of two.
    const int unit = std::max(exponent - 1, kLowest) - kFraction;
    if (exponent - 1 <= kBias) {
      const double scaled = std::ldexp(std::fabs(x), -unit), whole = std::floor(scaled),
                   rest = scaled - whole;
      auto n = static_cast<unsigned>(whole);
      if (rounding == Rounding::rn ? rest > 0.5 || (rest == 0.5 && n % 2 != 0) : away && rest > 0) ++n;
      const unsigned bits = n + (static_cast<unsigned>(unit - (kLowest - kFraction)) << kFraction);
      if (bits < kInfinity) return static_cast<Bits>(sign | bits);
    }
    return static_cast<Bits>(sign | (rounding == Rounding::rn || away ? kInfinity : kInfinity - 1));
  }

  // The product is exact in a double. If the sum is not, it is rounded to an odd last bit, so that the second
  // rounding gives the same result as a single one.
  static Bits fma(Bits a, Bits b, Bits c) {
    const double product = static_cast<double>(value(a)) * value(b), addend = value(c),
                 sum = product + addend;
    if (!std::isfinite(sum)) return of(sum, Rounding::rn);
    const double part = sum - product, error = (product - (sum - part)) + (addend - part);
    auto bits = std::bit_cast<unsigned long long>(sum);
    if (error != 0 && bits % 2 == 0) bits = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
    return of(std::bit_cast<double>(bits), Rounding::rn);
  }
};

// The larger of two numbers according to `order`: +0 is above -0, and a number is preferred to a NaN.
template <typename F>
Bits larger(Bits a, Bits b, int order) {
  if (F::is_nan(a)) return F::is_nan(b) ? kNan : b;
  if (F::is_nan(b)) return a;
  const float x = F::value(a) * static_cast<float>(order), y = F::value(b) * static_cast<float>(order);
  return x > y || (x == y && !std::signbit(x)) ? a : b;
}

template <typename F>
Bits plain_sum(Bits a, Bits b) {
  return F::of(static_cast<double>(F::value(a)) + F::value(b));
}
template <typename F>
unsigned add_two(unsigned a, unsigned b) {
  const auto low = [](unsigned x) { return static_cast<Bits>(x); };
  return static_cast<unsigned>(plain_sum<F>(low(a >> 16), low(b >> 16))) << 16 | plain_sum<F>(low(a), low(b));
}

}  // namespace

// The sum, product or quotient of two numbers is computed with 53 bits. The second rounding then gives the same
// result as a single one, because 53 is more than twice the format's precision.
#define DEFINE(F, FORMAT, TYPE, BITS)                                                                    \
  float F::value(Bits x) { return FORMAT::value(x); }                                                    \
  F::Bits F::of(double x, Rounding r) { return FORMAT::of(x, r); }                                       \
  F::Bits F::add(Bits a, Bits b) {                                                                       \
    const double x = value(a), y = value(b);                                                             \
    const Bits sum = of(x + y);                                                                          \
    const bool a_is_larger = std::fabs(x) >= std::fabs(y);                                               \
    follow_sum(a_is_larger ? x : y, a_is_larger ? y : x, value(sum), TYPE, BITS, SIMT_CALLER);           \
    return sum;                                                                                          \
  }                                                                                                      \
  F::Bits F::subtract(Bits a, Bits b) { return of(static_cast<double>(value(a)) - value(b)); }           \
  F::Bits F::multiply(Bits a, Bits b) { return of(static_cast<double>(value(a)) * value(b)); }           \
  F::Bits F::divide(Bits a, Bits b) { return of(static_cast<double>(value(a)) / value(b)); }             \
  F::Bits F::fma(Bits a, Bits b, Bits c) {                                                               \
    const Bits sum = FORMAT::fma(a, b, c);                                                               \
    follow_sum(value(c), static_cast<double>(value(a)) * value(b), value(sum), TYPE, BITS, SIMT_CALLER); \
    return sum;                                                                                          \
  }                                                                                                      \
  F::Bits F::negate(Bits x) { return is_nan(x) ? kNan : x ^ kSign; }                                     \
  F::Bits F::absolute(Bits x) { return is_nan(x) ? kNan : x & ~kSign; }                                  \
  F::Bits F::maximum(Bits a, Bits b) { return larger<F>(a, b, 1); }                                      \
  F::Bits F::minimum(Bits a, Bits b) { return larger<F>(a, b, -1); }                                     \
  F::Bits F::clamp_to_1(Bits x) { return is_nan(x) || x & kSign ? Bits{0} : std::min(x, of(1)); }        \
  F::Bits F::clamp_at_0(Bits x) { return is_nan(x) ? kNan : x & kSign ? Bits{0} : x; }                   \
  F::Bits F::atomic_add(Bits* p, Bits x) {                                                               \
    return read_modify_write<Unchanged::is_work>(p, SIMT_CALLER,                                         \
                                                 [=](Bits old) { return plain_sum<F>(old, x); });        \
  }                                                                                                      \
  unsigned F::atomic_add_two(unsigned* p, unsigned x) {                                                  \
    return read_modify_write<Unchanged::is_work>(p, SIMT_CALLER,                                         \
                                                 [=](unsigned old) { return add_two<F>(old, x); });      \
  }
DEFINE(Half, Format<10>, "half", 11)
DEFINE(Bfloat16, Format<7>, "bfloat16", 8)

}  // namespace ladder::simt
