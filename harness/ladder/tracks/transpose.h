// The task of some first steps: transpose a matrix.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct TransposeJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "transpose";
  explicit TransposeJob(const Job& job)
      : AnyJob(job),
        input(job.input<T>()),
        output(job.output<T>()),
        rows(job.n / job.sizes[1]),
        columns(job.sizes[1]) {}
  const T* input;  // [rows][columns]; must not be changed
  T* output;       // [columns][rows]
  size_t rows;     // there are never more rows than columns
  size_t columns;  // at least 1
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Transpose final : Walk<T> {
  explicit Transpose(const Question<T>& q) : x(q.input()), n(q.c.n), columns(q.sizes()[1]) {}
  Input<T> x;
  size_t n, columns;  // the size of the input

  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    const size_t rows = n / columns;
    for (size_t i = begin; i < end; ++i)
      found.look(i, *output++, static_cast<Exact<T>>(x(i % rows * columns + i / rows)), 0);
  }
};

const Stated transpose({
    .name = "transpose",
    .family = "transpose",
    .stages = {{"transpose/"}},
    .answer = Answer::elements,
    .work = {"a copy", 1},
    .arranged =
        [](size_t n) {
          return Sizes{{n, matrix_columns(n)}};
        },
    .inputs = {{"input", Content::cells}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Transpose>(),
    .checked = {{32 * 32}, {33 * 65}, {31 * 1000}},  // whole tiles and partial ones
    .last_blocks_alone = false,                      // the last blocks write to all parts of the output
});

}  // namespace ladder::check
#endif
