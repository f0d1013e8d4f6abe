// What a comparison found: how many elements are wrong, the first of them, and the largest error for its
// bound. Filled range by range by check/compare.h, merged in order, and told to people by message().
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "check/case.h"

namespace check {

// Sums as the references hold them. 29 bits of mantissa more than float (the inputs see to it that no float
// sum needs more: check/inputs.h), 11 more than double. Integers wrap around, so 64 bits hold any.
template <typename T>
using Exact = std::conditional_t<std::is_same_v<T, float>, double,
                                 std::conditional_t<std::is_same_v<T, double>, long double, uint64_t>>;

// What outputs are filled with before a run. Floats: a NaN. An integer result that equals it is unlikely.
template <typename T>
inline constexpr unsigned char kPoison = std::is_floating_point_v<T> ? 0xff : 0xa5;
template <typename T>
bool is_poison(const T& value) {
  unsigned char poison[sizeof(T)];
  std::memset(poison, kPoison<T>, sizeof(T));
  return std::memcmp(&value, poison, sizeof(T)) == 0;
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
  uint64_t wrong = 0, unwritten = 0;  // unwritten ones are wrong as well
  // The first wrong element.
  size_t index = 0;
  T got{}, expected{};
  double off_by = 0, allowed = 0;
  // The largest error relative to its bound. What is not finite has no error, but is wrong.
  double error = 0, bound = 0;

  void look(size_t i, T value, Exact<T> reference, double allowed_here) {
    const T rounded = static_cast<T>(reference);
    double difference = 0;
    bool right =
        value == rounded;  // the correctly rounded value is right whatever the bound; so is an infinity
    if constexpr (std::is_floating_point_v<T>) {
      if (!right || allowed_here > 0) difference = std::fabs(static_cast<double>(value - reference));
      right = right || difference <= allowed_here;  // never true of a NaN
    } else if (!right) {
      using U = std::make_unsigned_t<T>;
      difference = static_cast<double>(value > rounded ? U(value) - U(rounded) : U(rounded) - U(value));
    }
    if (!right) note(i, value, rounded, difference, allowed_here);
    keep_worse(difference, allowed_here);
  }

  // `later` looked at elements after these.
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

std::string situation(const Case&);  // "n = 1023, random input"

// "output[17] is 3, expected 4 (n = 1023, random input, 5 wrong in all)"; "" if nothing is wrong.
// `what` names the element: "output[17]", "the result".
template <typename T>
std::string message(const Findings<T>& found, const std::string& what, const Case& c, size_t elements) {
  if (found.wrong == 0) return "";
  std::string text =
      is_poison(found.got)
          ? fmt::format("{} was never written, expected {}", what, in_words(found.expected))
          : fmt::format("{} is {}, expected {}", what, in_words(found.got), in_words(found.expected));
  if (std::isfinite(found.off_by) && found.allowed > 0)
    text += fmt::format(": off by {:.3g}, allowed {:.3g}", found.off_by, found.allowed);
  text += " (" + situation(c);
  if (elements > 1) text += fmt::format(", {} wrong in all", found.wrong);
  if (found.wrong > 1 && found.wrong == elements - found.index) text += ": every one from there on";
  if (found.unwritten > 0 && elements > 1) text += fmt::format(", {} never written", found.unwritten);
  return text + ")";
}

}  // namespace check
