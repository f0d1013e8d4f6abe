// The pack track: keep the elements that pass a test, in order, without gaps (stream compaction).
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct PackJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "pack";
  explicit PackJob(const Job& job)
      : AnyJob(job), input(job.input<T>()), output(job.output<T>()), count(job.output<uint64_t>(1)) {}
  const T* input;   // [n]; must not be changed
  T* output;        // room for n; only the first *count may be written
  uint64_t* count;  // [1]: the number of kept elements
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Pack final : Walk<T> {
  explicit Pack(const Question<T>& q) : x(q.input()) {}
  Input<T> x;

  Carry<T> measure(size_t begin, size_t end) const override {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c.rank += stage::keep(x(i));
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i)
      if (const T value = x(i); stage::keep(value))
        found.look(c.rank++, *output++, static_cast<Exact<T>>(value), 0);
  }
  size_t output_at(size_t, const Carry<T>& c) const override { return c.rank; }
};

const Stated pack({
    .name = "pack",
    .family = "pack",
    .stages = {{"pack/", 60}},
    .answer = Answer::elements,
    .work = {"a test and an addition", 2},
    .inputs = {{"input", Content::candidates}},
    .outputs = {{"output", Count::marked_of_n}, {"count", Count::one, Element::u64}},
    .walk = walk_of<Pack>(),
    .peers = {"peer/cub_select"},
});

}  // namespace ladder::check
#endif
