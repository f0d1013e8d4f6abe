// The tracks that reduce: n inputs, one output.
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

struct __nv_bfloat16;  // cuda_bf16.h

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T, typename Result = T>
struct ReduceJob : AnyJob {
  // The type of the case: that of the elements or, for reduce/v8_bf16, that of their sum.
  using Element = std::conditional_t<std::is_same_v<T, __nv_bfloat16>, Result, T>;
  static constexpr const char* kProblem = "reduce";
  explicit ReduceJob(const Job& job) : AnyJob(job), input(job.input<T>()), output(job.output<Result>()) {}
  const T* input;  // [n]; must not be changed
  Result* output;  // [1]; the identity if n is 0

  // Repeats pass(input, block_sums, n) until one value is left, in `output`. grid(n) is the number of block
  // sums that a pass over n elements produces.
  template <typename Grid, typename Pass>
  void until_one_is_left(Grid grid, Pass pass) const {
    const size_t first = grid(n), second = grid(first);
    T* const sums[] = {first > 1 ? scratch<T>(*this, "block_sums", first) : nullptr,
                       first > 1 && second > 1 ? scratch<T>(*this, "block_sums_of_sums", second) : nullptr};
    const T* from = input;
    size_t remaining = n;
    for (int level = 0;; ++level) {
      const size_t next = grid(remaining);
      T* const to = next == 1 ? output : sums[level % 2];  // level 3 may overwrite level 1
      pass(from, to, remaining);
      if (next == 1) return;
      from = to;
      remaining = next;
    }
  }
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;  // kernel files are lessons, so they write launch, not stage::launch

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

// The sum of term(x) over all elements x, and the sum of |term(x)|.
template <typename T, typename Term>
Reduction<T> whole_sum(const Question<T>& q, Term term) {
  const Input<T> x = q.input();
  std::vector<Carry<T>> partial(ranges_of(q.c.n));
  for_each_range(0, q.c.n, [&](size_t r, size_t begin, size_t end) {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c = with(c, term(static_cast<Exact<T>>(x(i))));
    partial[r] = c;
  });
  Reduction<T> result;
  for (const Carry<T>& p : partial) result.sum += p;
  return result;
}

constexpr auto kSum = []<typename T>(const Question<T>& q) { return whole_sum(q, [](auto x) { return x; }); };

const Stated sum({
    .name = "sum",
    .family = "reduce",
    .stages = {{"reduce/", 20},
               {"reduce_global/", 80},
               {"reduce_atomic/", 90},
               {"reduce_op/sum", 100},
               {"reduce_multi/", 110}},
    .answer = Answer::sum,
    .work = {"an addition", 1},
    .inputs = {{"input", Content::summands}},
    .outputs = {{"output", Count::one}},
    .value = value_of(kSum),
    .peers = {"peer/cub_reduce", "peer/thrust_reduce", "peer/cub_reduce_any_order",
              "peer/cub_reduce_gpu_to_gpu"},
    .order_shows = true,
});

// The identity: the largest value for a minimum, the lowest for a maximum; infinite if the type has infinities.
template <typename T>
T extreme_identity(bool largest) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return largest ? -Limits::infinity() : Limits::infinity();
  return largest ? Limits::lowest() : Limits::max();
}

// The first of the smallest or largest elements.
template <typename T>
Reduction<T> extreme(const Question<T>& q, bool largest) {
  const Input<T> x = q.input();
  const size_t n = q.c.n;
  const auto better = [largest](T a, T b) { return largest ? a > b : a < b; };
  std::vector<Reduction<T>> partial(ranges_of(n));
  for_each_range(0, n, [&](size_t r, size_t begin, size_t end) {
    Reduction<T> best{{}, x(begin), begin};
    for (size_t i = begin + 1; i < end; ++i)
      if (const T value = x(i); better(value, best.value)) best.value = value, best.index = i;
    partial[r] = best;
  });
  Reduction<T> result;
  result.value = extreme_identity<T>(largest);
  for (const Reduction<T>& p : partial)  // in order: the first of equal elements wins
    if (result.index == UINT64_MAX || better(p.value, result.value)) result = p;
  return result;
}
constexpr auto kSmallest = []<typename T>(const Question<T>& q) { return extreme(q, false); };
constexpr auto kLargest = []<typename T>(const Question<T>& q) { return extreme(q, true); };

// One of the operators of reduce_op.
Task extreme_of(const char* name, Content content, Element answer, ForEachType<MakeValue> value) {
  return {.name = name,
          .family = "reduce",
          .stages = {{std::string("reduce_op/") + name}},
          .answer = Answer::extreme,
          .work = {"a comparison", 1},
          .inputs = {{"input", content}},
          .outputs = {{"output", Count::one, answer}},
          .value = value};
}
const Stated min(extreme_of("min", Content::minima, Element::of_the_case, value_of(kSmallest))),
    max(extreme_of("max", Content::maxima, Element::of_the_case, value_of(kLargest))),
    minloc(extreme_of("minloc", Content::tied_minima, Element::value_and_index, value_of(kSmallest)));

// The magnitude counts twice, because each square is rounded too, and the square of a multiple of 1/2 is only a
// multiple of 1/4 (SumBound::quantum).
template <typename T>
Reduction<T> sum_of_squares(const Question<T>& q) {
  Reduction<T> result = whole_sum(q, [](auto x) { return x * x; });
  result.sum.magnitude *= 2;
  return result;
}

const Stated squares({
    .name = "squares",
    .family = "reduce",
    .stages = {{"reduce_op/squares"}},
    .answer = Answer::sum,
    .work = {"a multiplication and an addition", 2},
    .inputs = {{"input", Content::summands}},
    .outputs = {{"output", Count::one}},
    .value = value_of([]<typename T>(const Question<T>& q) { return sum_of_squares(q); }),
    .order_shows = true,
});

// The elements are exact in a float, and so is their conversion. The bound is that of a sum in floats.
const Stated bf16({
    .name = "bf16",
    .family = "reduce",
    .stages = {{"reduce/v8_bf16"}},
    .answer = Answer::sum,
    .work = {"an addition", 1},
    .inputs = {{"input", Content::summands, Count::n, Element::bf16}},
    .outputs = {{"output", Count::one}},
    .value = value_of(kSum),
    .order_shows = true,
});

}  // namespace ladder::check
#endif
