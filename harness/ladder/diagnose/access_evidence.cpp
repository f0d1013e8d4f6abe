#include "diagnose/access_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "diagnose/run_pair.h"

namespace ladder::diagnose {

size_t AccessEvidence::place_of(const Stored& s, uint32_t bit) {
  return static_cast<size_t>(std::popcount(s.lanes & (bit - 1)));
}

Evidence AccessEvidence::actor(Cause cause, const Stored& s, size_t lane) {
  uint32_t m = s.lanes;
  for (size_t i = 0; i < lane; ++i) m &= m - 1;
  const unsigned thread = 32 * s.warp + static_cast<unsigned>(std::countr_zero(m));
  Evidence evidence(
      cause,
      {{"thread", s.threads_x == 0 ? fmt::format("{}", thread)
                                   : fmt::format("({}, {})", thread % s.threads_x, thread / s.threads_x)}});
  if (s.block != 0) evidence.add({"block", s.block});
  return evidence;
}

Evidence AccessEvidence::at(Cause cause, const Stored& s, size_t lane) {
  Evidence evidence = actor(cause, s, lane);
  evidence.add({"line", s.line});
  if (s.called_from != 0) evidence.add({"called_from", s.called_from});
  return evidence;
}

Evidence AccessEvidence::differs(const Stored& s, size_t lane, Evidence instead, int word) const {
  return at(Cause::difference, s, lane)
      .add({"deed", deed(s, lane, word)})
      .add({"instead", std::move(instead)});
}

Evidence AccessEvidence::deed(const Stored& s, size_t lane, int word) const {
  if (is_shuffle(s))
    return {Cause::deed_shuffle, {{"value", value(s, lane, word)}, {"lane", s.places[lane]}}};
  if (s.atomic) return {Cause::deed_atomic, {{"element", element(s, lane)}}};
  if (s.load && s.bytes == 16 && !of_the_job(s))
    return {Cause::deed_load_of_bytes, {{"array", s.array}, {"byte", s.places[lane]}}};
  if (s.load) return {Cause::deed_load, {{"element", element(s, lane)}}};
  if (s.bytes == 16 && !of_the_job(s))
    return {Cause::deed_store_of_bytes, {{"array", s.array}}};  // type unknown
  return {Cause::deed_store,
          {{"value", value(s, lane, word)}, {"element", element(s, lane, static_cast<unsigned>(word))}}};
}

std::string AccessEvidence::element(const Stored& s, size_t lane, unsigned word) const {
  uint64_t rest = s.places[lane] / size_of_element(s) + word;
  std::string indices;
  for (auto inner = s.inner.rbegin(); inner != s.inner.rend(); rest /= *inner++)
    indices = fmt::format("[{}]{}", rest % *inner, indices);
  return fmt::format("{}[{}]{}", s.array, rest, indices);
}

bool AccessEvidence::of_the_job(const Stored& s) { return s.array == "output" || s.array == "input"; }

unsigned AccessEvidence::size_of_element(const Stored& s) const {
  const unsigned own = s.array == "input" ? input_bytes : bytes_of(dtype);
  return s.bytes > own && of_the_job(s) ? own : std::clamp(s.bytes, 1u, 8u);
}

int AccessEvidence::differing_word(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const {
  const unsigned element = size_of_element(a);
  for (int word = 0; static_cast<unsigned>(word) * element < a.bytes; ++word)
    if (value(a, in_a, word) != value(b, in_b, word) && !rounded_alike(a, in_a, b, in_b, word)) return word;
  return -1;
}

bool AccessEvidence::is_same_value(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const {
  return !a.load && !a.atomic && !b.load && !b.atomic && a.bytes <= 8 && differing_word(a, in_a, b, in_b) < 0;
}

bool AccessEvidence::rounded_alike(const Stored& a, size_t in_a, const Stored& b, size_t in_b,
                                   int word) const {
  constexpr double kExact = 1 << 24, kRounding = 1e-5;
  if (dtype != stage::DType::f32 || size_of_element(a) != sizeof(float)) return false;
  const double x = std::strtod(value(a, in_a, word).c_str(), nullptr),
               y = std::strtod(value(b, in_b, word).c_str(), nullptr);
  const auto exact = [](double v) { return v == std::floor(v) && std::fabs(v) < kExact; };
  return !(exact(x) && exact(y)) && std::fabs(x - y) <= kRounding * std::max(std::fabs(x), std::fabs(y));
}

std::string AccessEvidence::value(const Stored& s, size_t lane, int word) const {
  const unsigned element = size_of_element(s);
  unsigned char bytes[16];
  std::memcpy(bytes, &s.values[2 * lane], sizeof bytes);
  const unsigned char* at = bytes + static_cast<unsigned>(word) * element;
  const auto as = [&](auto x) {
    std::memcpy(&x, at, std::min<size_t>(sizeof x, element));
    return fmt::format("{}", x);
  };
  const bool own = element == bytes_of(dtype);
  // A count or an index misread as a float would be a very small number.
  float single = 0;
  double both = 0;
  std::memcpy(&single, at, std::min<size_t>(sizeof single, element));
  if (own && element == sizeof both) std::memcpy(&both, at, sizeof both);
  if (own && dtype == stage::DType::f32 && std::fpclassify(single) != FP_SUBNORMAL) return as(float{});
  if (own && dtype == stage::DType::f64 && std::fpclassify(both) != FP_SUBNORMAL) return as(double{});
  if (own && dtype == stage::DType::i32) return as(int32_t{});
  if (own && dtype == stage::DType::i64) return as(int64_t{});
  return as(uint64_t{0});
}

}  // namespace ladder::diagnose
