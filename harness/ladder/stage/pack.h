// The job of the track pack: keep the elements that pass a test, in order, without gaps (stream compaction).
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct PackJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "pack";
  explicit PackJob(const Job& job)
      : AnyJob(job),
        input(static_cast<const T*>(job.input)),
        output(static_cast<T*>(job.output)),
        count(static_cast<uint64_t*>(job.second_output)) {}
  const T* input;   // [n]; must be left as it was
  T* output;        // room for n; only the first *count may be written
  uint64_t* count;  // [1]: how many were kept
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
