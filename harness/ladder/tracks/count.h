// The task of the first step `vote`: how many of n elements pass a test.
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct CountJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "count";
  explicit CountJob(const Job& job) : AnyJob(job), input(job.input<T>()), output(job.output<T>()) {}
  const T* input;  // [n]; must not be changed
  T* output;       // [1]: the number of x with keep(x)
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include <numeric>

#include "check/compare.h"

namespace ladder::check {

template <typename T>
Reduction<T> number_kept(const Question<T>& q) {
  const Input<T> x = q.input();
  std::vector<uint64_t> kept(ranges_of(q.c.n));
  for_each_range(0, q.c.n, [&](size_t r, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) kept[r] += stage::keep(x(i));
  });
  Reduction<T> result;
  result.value = static_cast<T>(std::accumulate(kept.begin(), kept.end(), uint64_t{0}));
  return result;
}

const Stated count({
    .name = "count",
    .family = "count",
    .stages = {{"count/"}},
    .answer = Answer::extreme,
    .work = {"a test and an addition", 2},
    .inputs = {{"input", Content::candidates}},
    .outputs = {{"kept", Count::one}},
    .value = value_of([]<typename T>(const Question<T>& q) { return number_kept(q); }),
});

}  // namespace ladder::check
#endif
