// The job of the track map: output[i] = f(input[i]), with f the square root (Data Parallel C++, ch. 14).
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct MapJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "map";
  explicit MapJob(const Job& job)
      : AnyJob(job), input(static_cast<const T*>(job.input)), output(static_cast<T*>(job.output)) {}
  const T* input;  // [n], none negative
  T* output;       // [n]
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
