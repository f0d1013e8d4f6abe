// The scan track: prefix sums.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct ScanJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "scan";
  explicit ScanJob(const Job& job)
      : AnyJob(job), input(job.input<T>()), output(job.output<T>()), inclusive(job.inclusive) {}
  const T* input;  // [n]; must not be changed
  T* output;       // [n]; inclusive: x0, x0+x1, …; exclusive: 0, x0, x0+x1, …
  bool inclusive;  // the stage's kind of scan; an inclusive_or_exclusive() stage may get either
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Scan final : Walk<T> {
  explicit Scan(const Question<T>& q) : x(q.input()), inclusive(q.c.inclusive), bound(q.bound) {}
  Input<T> x;
  bool inclusive;
  SumBound<T> bound;

  Carry<T> measure(size_t begin, size_t end) const override {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c = with(c, x(i));
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i) {
      const Exact<T> before = c.sum;
      c = with(c, x(i));
      found.look(i, *output++, inclusive ? c.sum : before, bound(c.magnitude));
    }
  }
};

const Stated scan({
    .name = "scan",
    .family = "scan",
    .stages = {{"scan/", 50}, {"scan_multi/", 120}},
    .answer = Answer::elements,
    .work = {"an addition", 1},
    .inputs = {{"input", Content::summands}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Scan>(),
    .peers = {"peer/cub_scan", "peer/thrust_scan", "peer/cub_scan_run_to_run"},
    .also_full =
        {10
         << 20},  // scan/best has another shape for more than twice the elements that an H200 processes at once
    .two_kinds = true,
    .order_shows = true,
});

}  // namespace ladder::check
#endif
