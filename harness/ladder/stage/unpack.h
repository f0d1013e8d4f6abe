// The job of the track unpack: pack's inverse. Where flags[i] is 1, output[i] takes the next packed element;
// elsewhere it is 0.
#pragma once
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

template <typename T>
struct UnpackJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "unpack";
  explicit UnpackJob(const Job& job)
      : AnyJob(job),
        packed(static_cast<const T*>(job.input)),
        flags(static_cast<const uint32_t*>(job.second_input)),
        output(static_cast<T*>(job.output)) {}
  const T* packed;        // [number of set flags]
  const uint32_t* flags;  // [n], each 0 or 1
  T* output;              // [n]
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;
