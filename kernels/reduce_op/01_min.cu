// reduce_op/min · minimum, identity the largest value
// Another operator needs another identity: a value that no element exceeds. With 0, the answer would be wrong
// whenever all elements are positive. For floats, even the largest finite value is too small if all elements are
// infinite.
// Watch: the counters are those of `sum`: the operator does not change which values are combined, or when.
#include "operator_reduce.cuh"

#include <limits>

namespace {

template <typename T>
struct Min {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

template <typename T>
void run(const ReduceJob<T>& job) {
  using Limits = std::numeric_limits<T>;
  const T identity = Limits::has_infinity ? Limits::infinity() : Limits::max();
  operator_reduce(job, LoadValue<T>{job.input}, identity, Min<T>{});
}

}  // namespace

STAGE("reduce_op/min", "minimum, identity the largest value", run<float>, run<int32_t>, run<uint32_t>)
    .after("sum");
