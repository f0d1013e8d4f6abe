// The result of a comparison: the number of wrong elements, the first of them, and the largest error relative
// to its bound. Filled range by range by check/compare.h, and merged in order.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "findings/evidence.h"

namespace ladder::check {

// Types for the references' sums. Their mantissas have 29 bits more than that of a float (the inputs ensure
// that no float sum needs more: check/inputs.h), or 11 more than that of a double. Integers wrap around, so
// 64 bits suffice for all.
template <typename T>
using Exact = std::conditional_t<std::is_same_v<T, float>, double,
                                 std::conditional_t<std::is_same_v<T, double>, long double, uint64_t>>;

// The byte with which outputs are filled before a run: floats become NaN. An integer result is unlikely to
// equal this pattern.
template <typename T>
inline constexpr unsigned char kPoison = std::is_floating_point_v<T> ? 0xff : 0xa5;
inline constexpr uint16_t kPoisonedBf16 = 0xffff;
template <typename T>
T poison() {
  T value;
  std::memset(&value, kPoison<T>, sizeof(T));
  return value;
}
template <typename T>
bool is_poison(const T& value) {
  const T other = poison<T>();
  return std::memcmp(&value, &other, sizeof(T)) == 0;
}

template <typename T>
std::string in_words(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  }
  return fmt::format("{}", value);
}

template <typename T>
struct Findings {
  uint64_t wrong = 0, unwritten = 0;  // includes elements that were not written
  // The first wrong element.
  size_t index = 0;
  T got{}, expected{};
  double off_by = 0, allowed = 0;
  // The largest error relative to its bound. A non-finite value has no error, but is wrong.
  double error = 0, bound = 0;

  void look(size_t i, T value, Exact<T> reference, double allowed_here) {
    const T rounded = static_cast<T>(reference);
    double difference = 0;
    bool right =
        value == rounded;  // the correctly rounded value is right whatever the bound, even if it is infinite
    if constexpr (std::is_floating_point_v<T>) {
      if (!right || allowed_here > 0) difference = std::fabs(static_cast<double>(value - reference));
      right = right || difference <= allowed_here;  // a comparison with a NaN is false
    } else if (!right) {
      using U = std::make_unsigned_t<T>;
      difference = static_cast<double>(value > rounded ? U(value) - U(rounded) : U(rounded) - U(value));
    }
    if (!right) note(i, value, rounded, difference, allowed_here);
    keep_worse(difference, allowed_here);
  }

  // `later` covers elements after those that this object covers.
  void merge(const Findings& later) {
    if (wrong == 0 && later.wrong > 0) {
      index = later.index, got = later.got, expected = later.expected;
      off_by = later.off_by, allowed = later.allowed;
    }
    wrong += later.wrong;
    unwritten += later.unwritten;
    keep_worse(later.error, later.bound);
  }

 private:
  void note(size_t i, T value, T rounded, double difference, double allowed_here) {
    if (wrong++ == 0) index = i, got = value, expected = rounded, off_by = difference, allowed = allowed_here;
    unwritten += is_poison(value);
  }
  void keep_worse(double e, double b) {
    if (!std::isfinite(e)) return;
    const bool worse =
        b == 0 && bound == 0 ? e > error : e * bound > error * b || (e * bound == error * b && b > bound);
    if (worse) error = e, bound = b;
  }
};

// Empty if nothing is wrong. `what` names the element: "output[17]", "the result"; `situation` is as in
// check/tasks.h.
template <typename T>
findings::Evidence evidence_of(const Findings<T>& found, const std::string& what,
                               const std::string& situation, size_t elements) {
  if (found.wrong == 0) return {};
  findings::Evidence evidence(findings::Cause::wrong_value, {{"element", what},
                                                             {"got", in_words(found.got)},
                                                             {"expected", in_words(found.expected)},
                                                             {"case", situation}});
  if (is_poison(found.got)) evidence.add({"never_written", 1});
  if (std::isfinite(found.off_by) && found.allowed > 0)
    evidence.add({"off_by", fmt::format("{:.3g}", found.off_by)})
        .add({"allowed", fmt::format("{:.3g}", found.allowed)});
  if (elements > 1) evidence.add({"wrong", found.wrong});
  if (found.wrong > 1 && found.wrong == elements - found.index) evidence.add({"from_there_on", 1});
  if (found.unwritten > 0 && elements > 1) evidence.add({"unwritten", found.unwritten});
  return evidence;
}

}  // namespace ladder::check
