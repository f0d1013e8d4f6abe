// The job of every track that reduces: n inputs, one output.
#pragma once
#include "stage/elements.h"
#include "stage/launch.h"

namespace stage::inline STAGE_BACKEND {

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
    const size_t first = grid(n), second = grid(first);
    T* const sums[] = {first > 1 ? scratch<T>(*this, "block_sums", first) : nullptr,
                       first > 1 && second > 1 ? scratch<T>(*this, "block_sums_of_sums", second) : nullptr};
    const T* from = input;
    size_t remaining = n;
    for (int level = 0;; ++level) {
      const size_t next = grid(remaining);
      T* const to = next == 1 ? output : sums[level % 2];  // the third level may write the first one's again
      pass(from, to, remaining);
      if (next == 1) return;
      from = to;
      remaining = next;
    }
  }
};

}  // namespace stage::inline STAGE_BACKEND

using namespace stage;  // a kernel file is a lesson: it says launch, not stage::launch
