// The stencil track: the average of each cell and its four neighbours on a grid. Cells outside the
// grid count as 0. The grid has rows of `width` cells; the last row may be shorter.
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct StencilJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "stencil";
  explicit StencilJob(const Job& job)
      : AnyJob(job), input(job.input<T>()), output(job.output<T>()), width(job.sizes[1]) {}
  const T* input;  // [n], row by row
  T* output;       // [n]: (self + north + south + west + east) / 5
  size_t width;    // at least 1; cell i is at row i / width, column i % width
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Stencil final : Walk<T> {
  explicit Stencil(const Question<T>& q) : x(q.input()), n(q.c.n), width(q.sizes()[1]) {}
  Input<T> x;
  size_t n, width;

  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i) {
      Carry<T> c = with(Carry<T>{}, x(i));
      if (i >= width) c = with(c, x(i - width));
      if (n - i > width) c = with(c, x(i + width));
      if (i % width != 0) c = with(c, x(i - 1));
      if (i % width != width - 1 && i + 1 < n) c = with(c, x(i + 1));
      // The bound allows for four additions, and for a division by 5 or a multiplication by a rounded 1/5.
      if constexpr (std::is_floating_point_v<T>)
        found.look(i, *output++, c.sum / 5, 8 * std::numeric_limits<T>::epsilon() * c.magnitude / 5);
      else
        found.look(i, *output++, static_cast<uint64_t>(static_cast<T>(c.sum) / T{5}), 0);
    }
  }
};

const Stated stencil({
    .name = "stencil",
    .family = "stencil",
    .stages = {{"stencil/", 40}},
    .answer = Answer::elements,
    .work = {"four additions and a division", 5},
    .arranged =
        [](size_t n) {
          return Sizes{{n, stencil_width(n)}};
        },
    .inputs = {{"input", Content::cells}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Stencil>(),
    .checked = {{1000 * 32}, {100 * 100}, {100 * 100 - 1}},  // complete and partial last rows
    .several_blocks = 70'000,  // a grid of cells can be as wide as several blocks
});

}  // namespace ladder::check
#endif
