// The job of the tracks reduce, reduce_global, reduce_atomic and reduce_op: n inputs, one output.
#pragma once
#include "stage/launch.h"

namespace stage {

template <typename T, typename Result = T>
struct ReduceJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "reduce";
  explicit ReduceJob(const Job& job)
      : AnyJob(job), input(static_cast<const T*>(job.input)), output(static_cast<Result*>(job.output)) {}
  const T* input;  // [n]; must be left as it was
  Result* output;  // [1]; the identity if n is 0

  // Repeats pass(input, block_sums, n) until one value is left, which lands in `output`.
  // grid(n) is how many block sums a pass over n elements leaves.
  template <typename Grid, typename Pass>
  void until_one_is_left(Grid grid, Pass pass) const {
    const T* from = input;
    size_t left = n;
    for (int level = 0;; ++level) {
      const size_t sums = grid(left);
      if (sums == 1) return pass(from, output, left);
      T* block_sums = scratch<T>(level % 2 ? "block_sums_of_sums" : "block_sums", sums);
      pass(from, block_sums, left);
      from = block_sums;
      left = sums;
    }
  }
};

// The answer of reduce_op/minloc: the smallest value and the first index that holds it.
template <typename T>
struct ValueAndIndex {
  T value;
  uint64_t index;
};

}  // namespace stage

using namespace stage;  // a kernel file is a lesson: it says launch, not stage::launch
