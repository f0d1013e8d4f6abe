// The job of the first step `vote`: how many of n elements pass a test.
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct CountJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "count";
  explicit CountJob(const Job& job)
      : AnyJob(job), input(static_cast<const T*>(job.input)), output(static_cast<T*>(job.output)) {}
  const T* input;  // [n]; must be left as it was
  T* output;       // [1]: how many x have keep(x)
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
