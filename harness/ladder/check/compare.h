// Computes the references and compares results with them. The input is processed in ranges, and its elements
// are regenerated as needed, so a check of 2^31 elements takes no more memory than one of 2^24. The tests
// compare the references with brute force.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "check/findings.h"
#include "check/inputs.h"
#include "check/parallel.h"
#include "check/tasks.h"

namespace ladder::check {

inline constexpr size_t kChunk = size_t{1} << 24;  // elements per transfer

// Outputs [begin, begin + count), valid until the next call.
template <typename T>
using Fetch = std::function<const T*(size_t begin, size_t count)>;

// The information about earlier elements that an element needs.
template <typename T>
struct Carry {
  Exact<T> sum = 0;
  double magnitude = 0;  // sum of |x|
  uint64_t rank = 0;     // the elements kept (pack) or the flags set (unpack)

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

// The permitted error of a float sum if no input has passed through more than `depth` additions.
template <typename T>
struct SumBound {
  double depth = 0, quantum = 0;
  double operator()(double magnitude) const {
    if constexpr (!std::is_floating_point_v<T>) return 0;
    const bool exact = magnitude <= std::ldexp(quantum, std::numeric_limits<T>::digits);
    return exact ? 0 : std::numeric_limits<T>::epsilon() * depth * magnitude;
  }
};

// The input of a reference: a task and a case with explicit sizes, and the permitted error of a float sum.
template <typename T>
struct Question {
  const Task& task;
  Case c;
  SumBound<T> bound = {};

  Question(const Task& its_task, const Case& the_case, SumBound<T> its_bound = {})
      : task(its_task), c(the_case), bound(its_bound) {
    c.sizes = sizes_of(task, c);
  }
  const Sizes& sizes() const { return *c.sizes; }
  // U: the type of the buffer's elements.
  template <typename U = T>
  Input<U> input(size_t which = 0) const {
    return Input<U>(task, c, which);
  }
};

// ---- tasks with many outputs: the carry over a range of elements, then the outputs of the range ----

// Iterates over the elements of the output or, if the output holds only marked elements, over n elements.
template <typename T>
struct Walk {
  virtual ~Walk() = default;
  virtual Carry<T> measure(size_t, size_t) const { return {}; }
  virtual void compare(size_t begin, size_t end, Carry<T> before, const T* output,
                       Findings<T>& found) const = 0;
  virtual size_t output_at(size_t i, const Carry<T>&) const { return i; }
};

// For Task::walk: W<T>(Question<T>).
template <template <typename> class W>
ForEachType<MakeWalk> walk_of() {
  const auto of = []<typename T>(T) -> MakeWalk<T> {
    return [](const Question<T>& q) -> std::unique_ptr<Walk<T>> { return std::make_unique<W<T>>(q); };
  };
  return {{of(float{}), of(double{}), of(int32_t{}), of(uint32_t{}), of(int64_t{}), of(uint64_t{})}};
}

// Creates the walk that answers a question.
template <typename T>
std::unique_ptr<Walk<T>> walk(const Question<T>& q) {
  return q.task.walk.template of<T>()(q);
}

// ---- iterating over n elements ----

// Returns the carry before each range of [begin, end); `carry` advances from before `begin` to before `end`.
template <typename T>
std::vector<Carry<T>> carries(const Walk<T>& walk, size_t begin, size_t end, Carry<T>& carry) {
  std::vector<Carry<T>> starts(ranges_of(end - begin));
  for_each_range(begin, end, [&](size_t r, size_t b, size_t e) { starts[r] = walk.measure(b, e); });
  for (Carry<T>& start : starts) {
    const Carry<T> of_this_range = start;
    start = carry;
    carry += of_this_range;
  }
  return starts;
}

// The carry over all n elements: the number of kept elements or of set flags, and the total.
template <typename T>
Carry<T> total(const Walk<T>& walk, size_t n) {
  Carry<T> carry;
  for (size_t begin = 0; begin < n; begin += kChunk) carries(walk, begin, std::min(n, begin + kChunk), carry);
  return carry;
}

template <typename T>
Findings<T> compare_all(const Walk<T>& walk, size_t n, const Fetch<T>& fetch) {
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
  T value{};  // for min, max, minloc: the identity if there are no elements
  uint64_t index = UINT64_MAX;
};

// Used for Task::value: f<T>(Question<T>).
template <typename F>
ForEachType<MakeValue> value_of(F) {
  const auto of = []<typename T>(T) -> MakeValue<T> {
    return [](const Question<T>& q) -> Reduction<T> { return F{}(q); };
  };
  return {{of(float{}), of(double{}), of(int32_t{}), of(uint32_t{}), of(int64_t{}), of(uint64_t{})}};
}

template <typename T>
Reduction<T> value(const Question<T>& q) {
  return q.task.value.template of<T>()(q);
}

}  // namespace ladder::check
