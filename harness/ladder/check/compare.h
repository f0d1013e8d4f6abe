// The references, and the comparison with them. Both go through the input in ranges and make its elements
// again as they need them, so a check of 2^31 elements takes as little memory as one of 2^24. The tests hold
// the references against brute force.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "check/findings.h"
#include "check/inputs.h"
#include "check/parallel.h"

#include "stage/elements.h"

namespace check {

inline constexpr size_t kChunk = size_t{1} << 24;  // elements compared between two transfers

// Outputs [begin, begin + count), valid until the next call.
template <typename T>
using Fetch = std::function<const T*(size_t begin, size_t count)>;

// What an element needs to know of those before it.
template <typename T>
struct Carry {
  Exact<T> sum = 0;
  double magnitude = 0;  // sum of |x|
  uint64_t rank = 0;     // pack: kept; unpack: flags set

  Carry& operator+=(const Carry& o) {
    sum += o.sum, magnitude += o.magnitude, rank += o.rank;
    return *this;
  }
};

template <typename T>
Carry<T> with(Carry<T> carry, Exact<T> x) {
  carry.sum += x;
  if constexpr (std::is_floating_point_v<T>) carry.magnitude += std::fabs(static_cast<double>(x));
  return carry;
}

// By how much a float sum of inputs may be off when no input has gone through more than `depth` additions.
template <typename T>
struct SumBound {
  double depth = 0, quantum = 0;
  double operator()(double magnitude) const {
    if constexpr (!std::is_floating_point_v<T>) return 0;
    const bool exact = magnitude <= std::ldexp(quantum, std::numeric_limits<T>::digits);
    return exact ? 0 : std::numeric_limits<T>::epsilon() * depth * magnitude;
  }
};

// ---- the tasks with one output per element: carry over a range, then its outputs ----

template <typename T>
struct Scan {
  Input<T> x;
  bool inclusive;
  SumBound<T> bound;

  Carry<T> measure(size_t begin, size_t end) const {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c = with(c, x(i));
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const {
    for (size_t i = begin; i < end; ++i) {
      const Exact<T> before = c.sum;
      c = with(c, x(i));
      found.look(i, *output++, inclusive ? c.sum : before, bound(c.magnitude));
    }
  }
  static size_t output_at(size_t i, const Carry<T>&) { return i; }
};

template <typename T>
struct Map {
  Input<T> x;
  static Carry<T> measure(size_t, size_t) { return {}; }
  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const {
    for (size_t i = begin; i < end; ++i) {
      const auto root =
          std::sqrt(static_cast<std::conditional_t<std::is_same_v<T, float>, double, long double>>(x(i)));
      if constexpr (std::is_floating_point_v<T>)  // two units in the last place
        found.look(i, *output++, root, 2 * std::numeric_limits<T>::epsilon() * static_cast<double>(root));
      else
        found.look(i, *output++, static_cast<uint64_t>(root), 0);
    }
  }
  static size_t output_at(size_t i, const Carry<T>&) { return i; }
};

template <typename T>
struct Stencil {
  Input<T> x;
  size_t n, width;
  static Carry<T> measure(size_t, size_t) { return {}; }
  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const {
    for (size_t i = begin; i < end; ++i) {
      Carry<T> c = with(Carry<T>{}, x(i));
      if (i >= width) c = with(c, x(i - width));
      if (n - i > width) c = with(c, x(i + width));
      if (i % width != 0) c = with(c, x(i - 1));
      if (i % width != width - 1 && i + 1 < n) c = with(c, x(i + 1));
      // Four additions, and a division or a product with a rounded 1/5.
      if constexpr (std::is_floating_point_v<T>)
        found.look(i, *output++, c.sum / 5, 8 * std::numeric_limits<T>::epsilon() * c.magnitude / 5);
      else
        found.look(i, *output++, static_cast<uint64_t>(static_cast<T>(c.sum) / T{5}), 0);
    }
  }
  static size_t output_at(size_t i, const Carry<T>&) { return i; }
};

template <typename T>
struct Transpose {
  Input<T> x;
  size_t n, columns;  // of the input
  static Carry<T> measure(size_t, size_t) { return {}; }
  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const {
    const size_t rows = n / columns;
    for (size_t i = begin; i < end; ++i)
      found.look(i, *output++, static_cast<Exact<T>>(x(i % rows * columns + i / rows)), 0);
  }
  static size_t output_at(size_t i, const Carry<T>&) { return i; }
};

template <typename T>
struct Pack {
  Input<T> x;
  Carry<T> measure(size_t begin, size_t end) const {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c.rank += stage::keep(x(i));
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const {
    for (size_t i = begin; i < end; ++i)
      if (const T value = x(i); stage::keep(value))
        found.look(c.rank++, *output++, static_cast<Exact<T>>(value), 0);
  }
  static size_t output_at(size_t, const Carry<T>& c) { return c.rank; }
};

template <typename T>
struct Unpack {
  Input<T> x;
  Input<uint32_t> flags;
  Carry<T> measure(size_t begin, size_t end) const {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c.rank += flags(i);
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const {
    for (size_t i = begin; i < end; ++i)
      found.look(i, *output++, static_cast<Exact<T>>(flags(i) ? x(c.rank++) : T{0}), 0);
  }
  static size_t output_at(size_t i, const Carry<T>&) { return i; }
};

// f(the walk of this task).
template <typename T, typename F>
auto with_walk(Task task, const Case& c, const SumBound<T>& bound, F f) {
  const Input<T> x(task, c);
  switch (task) {
    case Task::map:
      return f(Map<T>{x});
    case Task::stencil:
      return f(Stencil<T>{x, c.n, stencil_width(c.n)});
    case Task::pack:
      return f(Pack<T>{x});
    case Task::unpack:
      return f(Unpack<T>{x, Input<uint32_t>(task, c, 1)});
    case Task::scan:
      return f(Scan<T>{x, c.inclusive, bound});
    case Task::transpose:
      return f(Transpose<T>{x, c.n, matrix_columns(c.n)});
    case Task::count:
    case Task::sum:
    case Task::min:
    case Task::max:
    case Task::minloc:
      break;
  }
  throw std::logic_error("a task with one value has no walk over its outputs");
}

// ---- going through n elements ----

// starts[r]: the carry before range r of [begin, end); `carry` goes from before `begin` to before `end`.
template <typename T, typename Walk>
std::vector<Carry<T>> carries(const Walk& walk, size_t begin, size_t end, Carry<T>& carry) {
  std::vector<Carry<T>> starts(ranges_of(end - begin));
  for_each_range(begin, end, [&](size_t r, size_t b, size_t e) { starts[r] = walk.measure(b, e); });
  for (Carry<T>& start : starts) {
    const Carry<T> of_this_range = start;
    start = carry;
    carry += of_this_range;
  }
  return starts;
}

// The carry over all n elements: how many are kept, how many flags are set, the whole sum.
template <typename T, typename Walk>
Carry<T> total(const Walk& walk, size_t n) {
  Carry<T> carry;
  for (size_t begin = 0; begin < n; begin += kChunk) carries(walk, begin, std::min(n, begin + kChunk), carry);
  return carry;
}

template <typename T, typename Walk>
Findings<T> compare_all(const Walk& walk, size_t n, const Fetch<T>& fetch) {
  Findings<T> all;
  Carry<T> carry;
  for (size_t begin = 0; begin < n; begin += kChunk) {
    const size_t end = std::min(n, begin + kChunk);
    const size_t first = walk.output_at(begin, carry);
    const std::vector<Carry<T>> starts = carries(walk, begin, end, carry);
    const T* got = fetch(first, walk.output_at(end, carry) - first);
    std::vector<Findings<T>> found(starts.size());
    for_each_range(begin, end, [&](size_t r, size_t b, size_t e) {
      walk.compare(b, e, starts[r], got + (walk.output_at(b, starts[r]) - first), found[r]);
    });
    for (const Findings<T>& f : found) all.merge(f);
  }
  return all;
}

// ---- the reductions ----

template <typename T>
struct Reduction {
  Carry<T> sum;
  T value{};  // of min, max, minloc: the identity if there is no element
  uint64_t index = UINT64_MAX;
};

// The identity: the largest value for a minimum, the lowest for a maximum, infinite where there is one.
template <typename T>
T extreme_identity(Task task) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return task == Task::max ? -Limits::infinity() : Limits::infinity();
  return task == Task::max ? Limits::lowest() : Limits::max();
}

template <typename T>
Reduction<T> reduce_reference(Task task, const Case& c) {
  const Input<T> x(task, c);
  const size_t n = c.n;
  Reduction<T> result;
  switch (task) {
    case Task::sum:
      result.sum = total<T>(Scan<T>{x, true, {}}, n);
      return result;
    case Task::count:
      result.value = static_cast<T>(total<T>(Pack<T>{x}, n).rank);
      return result;
    case Task::min:
    case Task::max:
    case Task::minloc:
      break;
    case Task::scan:
    case Task::map:
    case Task::stencil:
    case Task::pack:
    case Task::unpack:
    case Task::transpose:
      throw std::logic_error("a task with one output per element is no reduction");
  }
  const auto better = [task](T a, T b) { return task == Task::max ? a > b : a < b; };
  result.value = extreme_identity<T>(task);
  std::vector<Reduction<T>> partial(ranges_of(n));
  for_each_range(0, n, [&](size_t r, size_t begin, size_t end) {
    Reduction<T> best{{}, x(begin), begin};
    for (size_t i = begin + 1; i < end; ++i)
      if (const T value = x(i); better(value, best.value)) best.value = value, best.index = i;
    partial[r] = best;
  });
  for (const Reduction<T>& p : partial)  // in order, so the first of equals stays
    if (result.index == UINT64_MAX || better(p.value, result.value)) result = p;
  return result;
}

}  // namespace check
