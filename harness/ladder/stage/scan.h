// The job of the track scan: prefix sums.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct ScanJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "scan";
  explicit ScanJob(const Job& job)
      : AnyJob(job),
        input(static_cast<const T*>(job.input)),
        output(static_cast<T*>(job.output)),
        inclusive(job.inclusive) {}
  const T* input;  // [n]; must be left as it was
  T* output;       // [n]; inclusive: x0, x0+x1, …; exclusive: 0, x0, x0+x1, …
  bool inclusive;  // always what the stage registered, unless it registered inclusive_or_exclusive()
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
