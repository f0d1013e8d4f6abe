// The job of some first steps: turn a matrix over, so that its rows become columns.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct TransposeJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "transpose";
  explicit TransposeJob(const Job& job)
      : AnyJob(job),
        input(static_cast<const T*>(job.input)),
        output(static_cast<T*>(job.output)),
        rows(job.n / job.width),
        columns(job.width) {}
  const T* input;  // [rows][columns]; must be left as it was
  T* output;       // [columns][rows]
  size_t rows;     // never more than columns
  size_t columns;  // at least 1
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
