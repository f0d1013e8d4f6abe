// The unpack track: the inverse of pack. Where flags[i] is 1, output[i] takes the next packed
// element; elsewhere it is 0.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct UnpackJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "unpack";
  explicit UnpackJob(const Job& job)
      : AnyJob(job), packed(job.input<T>()), flags(job.input<uint32_t>(1)), output(job.output<T>()) {}
  const T* packed;        // [number of set flags]
  const uint32_t* flags;  // [n], each 0 or 1
  T* output;              // [n]
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Unpack final : Walk<T> {
  explicit Unpack(const Question<T>& q) : x(q.input()), flags(q.template input<uint32_t>(1)) {}
  Input<T> x;
  Input<uint32_t> flags;

  Carry<T> measure(size_t begin, size_t end) const override {
    Carry<T> c;
    for (size_t i = begin; i < end; ++i) c.rank += flags(i);
    return c;
  }
  void compare(size_t begin, size_t end, Carry<T> c, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i)
      found.look(i, *output++, static_cast<Exact<T>>(flags(i) ? x(c.rank++) : T{0}), 0);
  }
};

const Stated unpack({
    .name = "unpack",
    .family = "unpack",
    .stages = {{"unpack/", 70}},
    .answer = Answer::elements,
    .work = {"a test and an addition", 2},
    .inputs = {{"packed", Content::packed, Count::marked}, {"flags", Content::flags, Count::n, Element::u32}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Unpack>(),
});

}  // namespace ladder::check
#endif
