// The inputs: element i is a function of (seed, i) alone, so that any thread can regenerate any part, and no
// array of n elements is ever stored.
//
// clang-format off
//               sums, scans, stencil      min, max, minloc       map         pack: kept     unpack: set
//   random      float [-1/4, 1), int all  the same, minloc ties  [0, 1024)   3 of 8         3 of 8
//   index_coded i + 1 (floats: below)     extreme at the end     i           3 of every 8   3 of every 8
//   alternating signs: 0.5, -1, 1.5, ...  the same, many ties    0, 1, 1, 0  every other    every other
//   all_equal   1                         1                      2           odd n: all, even n: none, both
//   iota        i                         i                      i           i                3 of every 8
//   ones_in_part  1 in the part, else 0   as for sums            as all_equal, each
// clang-format on
//
// A float sum of mostly positive numbers stays meaningful at n = 2^31, whereas a sum near zero is smaller than
// its error bound. Random floats are multiples of 2^-23 (f64: 2^-40), so the reference's own sums are exact.
// The other kinds are small multiples of quantum(). While the sum of magnitudes is below 2^24 quanta, float
// additions in any order are exact, so the result must be exact too. For sums, index_coded satisfies this
// condition at every n. Above 2^14 elements, it is zero except at about 2^14 indices, including the last 64, so
// that a dropped element is detected at n = 2^31 too.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "check/case.h"
#include "check/tasks.h"

namespace ladder::check {

// A good 64-bit mix (splitmix64's finaliser over a Weyl sequence).
inline uint64_t hash(uint64_t seed, uint64_t i) {
  uint64_t x = (seed + 1) * 0xd1342543de82ef95u + i * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The bfloat16 nearest to a finite x; if two are equally near, the even one. (A bfloat16 is the upper half of a
// float.)
inline uint16_t bf16_bits(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline float from_bf16(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

template <typename T>
class Input {
 public:
  // One input of a task.
  Input(const Task& task, const Case& c, size_t which = 0)
      : Input(task.inputs.at(which), of_buffer(task, c, which), same_before(task, which)) {}

  // Element i.
  T operator()(size_t i) const {
    if constexpr (kFloat)
      if (const double x = instead_ == nullptr ? 0 : instead_(case_, i); x != 0) return static_cast<T>(x);
    if (bf16_) return static_cast<T>(from_bf16(bf16_bits(static_cast<float>(content(i)))));
    return content(i);
  }

  // A number of which every element of a sum is a multiple; 0: there is no useful one.
  double quantum() const {
    if (kind_ == InputKind::random) return 0;
    return kind_ == InputKind::alternating ? 0.5 : 1;
  }

 private:
  T content(size_t i) const {
    switch (content_) {
      case Content::summands:
      case Content::cells:
        return summand(i);
      case Content::minima:
      case Content::maxima:
      case Content::tied_minima:
        return comparable(i);
      case Content::roots:
        return non_negative(i);
      case Content::candidates:
        return candidate(i);
      case Content::packed:
        return packed(i);
      case Content::flags:
        return flag(i) ? T{1} : T{0};
      case Content::own:
        return own_(case_, i);
    }
    return T{};
  }

  // `salt` makes the values of two inputs with the same contents differ.
  Input(const InputBuffer& buffer, const Case& c, uint64_t salt)
      : content_(buffer.content),
        bf16_(buffer.element == Element::bf16),
        kind_(c.input),
        seed_(hash(c.seed, ~uint64_t{0} - salt)),
        n_(c.n),
        stride_(c.n / kCoded + 1),
        part_(c.seed),
        own_(buffer.own.of<T>()),
        instead_(buffer.instead),
        case_(c) {}
  static Case of_buffer(const Task& task, Case c, size_t which) {
    c.sizes = sizes_of(task, c);
    if (const InputBuffer& buffer = task.inputs[which]; buffer.count == Count::by_sizes)
      c.n = buffer.elements(*c.sizes);
    return c;
  }
  static uint64_t same_before(const Task& task, size_t which) {
    uint64_t same = 0;
    for (size_t i = 0; i < which; ++i) same += task.inputs[i].content == task.inputs[which].content;
    return same;
  }

  static constexpr bool kFloat = std::is_floating_point_v<T>;
  static constexpr size_t kCoded = size_t{1} << 14;

  T fraction(size_t i) const {  // [-1/4, 1)
    constexpr int kBits = std::is_same_v<T, float> ? 23 : 40;
    const auto steps = static_cast<int64_t>(hash(seed_, i) % (uint64_t{5} << (kBits - 2)));
    return static_cast<T>(steps - (int64_t{1} << (kBits - 2))) / static_cast<T>(uint64_t{1} << kBits);
  }
  T alternating(size_t i) const {
    const auto size = static_cast<int64_t>(1 + i % 7);
    if constexpr (kFloat) return static_cast<T>(i % 2 == 0 ? size : -size) / 2;
    return static_cast<T>(i % 2 == 0 ? size : -size);
  }
  static T exact(size_t value) {  // the value as a float, without rounding
    return static_cast<T>(kFloat ? value % (size_t{1} << 24) : value);
  }

  T summand(size_t i) const {
    switch (kind_) {
      case InputKind::random:
        if constexpr (kFloat)
          return fraction(i);
        else
          return static_cast<T>(hash(seed_, i));
      case InputKind::index_coded:
        if constexpr (!kFloat) return static_cast<T>(i + 1);
        if (content_ == Content::cells) return static_cast<T>(1 + i % 4093);
        return static_cast<T>(i % stride_ == 0 || n_ - i <= 64 ? 1 + (i / stride_ + i % stride_) % 509 : 0);
      case InputKind::alternating:
        return alternating(i);
      case InputKind::iota:
        return exact(i);
      case InputKind::ones_in_part:
        return static_cast<T>(i / part_width(n_) == part_ ? 1 : 0);
      case InputKind::all_equal:
        break;
    }
    return T{1};
  }

  // index_coded: the extreme is the last element. All elements are on one side of 0, so that padding with 0
  // instead of the identity is detected (for the maximum, only if the type has negative numbers).
  T comparable(size_t i) const {
    if (kind_ == InputKind::random && content_ == Content::tied_minima)
      return static_cast<T>(100 + hash(seed_, i) % 1024);
    if (kind_ != InputKind::index_coded) return summand(i);
    const size_t to_end = n_ - i;
    if (content_ != Content::maxima) return static_cast<T>(to_end);
    if constexpr (kFloat) return -static_cast<T>(to_end);
    if constexpr (std::is_signed_v<T>) return static_cast<T>(0 - to_end);
    return static_cast<T>(i + 1);
  }

  T non_negative(size_t i) const {
    switch (kind_) {
      case InputKind::random:
        return static_cast<T>(hash(seed_, i) >> 41) / static_cast<T>(kFloat ? 1 << 13 : 1);
      case InputKind::index_coded:
      case InputKind::iota:
        return exact(i);
      case InputKind::alternating:
        return static_cast<T>(i % 3 == 0 ? 0 : 1 + i / 3 % 7);  // zeros at every position in a vector
      case InputKind::all_equal:
      case InputKind::ones_in_part:
        break;
    }
    return T{2};
  }

  // stage::keep() keeps elements whose remainder modulo 8 is 0, 1 or 2.
  T candidate(size_t i) const {
    switch (kind_) {
      case InputKind::random:
        return exact(hash(seed_, i));
      case InputKind::index_coded:
      case InputKind::iota:
        return exact(i);
      case InputKind::alternating:
        return exact(8 * i + (i % 2 == 0 ? 1 : 5));
      case InputKind::all_equal:
      case InputKind::ones_in_part:
        break;
    }
    return static_cast<T>(n_ % 2 == 1 ? 2 : 6);
  }

  // A packed element is never 0, because 0 marks positions without a flag.
  T packed(size_t k) const {
    switch (kind_) {
      case InputKind::random:
        return exact(hash(seed_, k) | 1);
      case InputKind::index_coded:
        return exact(k % ((size_t{1} << 24) - 1) + 1);
      case InputKind::alternating:
        return alternating(k);
      case InputKind::iota:
        return exact(k + 1);
      case InputKind::all_equal:
      case InputKind::ones_in_part:
        break;
    }
    return T{3};
  }

  // True if output i takes a packed element.
  bool flag(size_t i) const {
    switch (kind_) {
      case InputKind::random:
        return (hash(~seed_, i) >> 61) < 3;
      case InputKind::index_coded:
      case InputKind::iota:
        return i % 8 < 3;
      case InputKind::alternating:
        return i % 2 == 0;
      case InputKind::all_equal:
      case InputKind::ones_in_part:
        break;
    }
    return n_ % 2 == 1;
  }

  Content content_;
  bool bf16_;
  InputKind kind_;
  uint64_t seed_;
  size_t n_, stride_, part_;
  OwnElement<T> own_;
  double (*instead_)(const Case&, size_t);
  Case case_;
};

}  // namespace ladder::check
