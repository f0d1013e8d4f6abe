// The job of the track stencil: the average of each cell and its four neighbours on a grid, cells outside
// the grid counting as 0. The grid has rows of `width` cells; the last row may be shorter.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct StencilJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "stencil";
  explicit StencilJob(const Job& job)
      : AnyJob(job),
        input(static_cast<const T*>(job.input)),
        output(static_cast<T*>(job.output)),
        width(job.width) {}
  const T* input;  // [n], row by row
  T* output;       // [n]: (self + north + south + west + east) / 5
  size_t width;    // at least 1; cell i is at row i / width, column i % width
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
