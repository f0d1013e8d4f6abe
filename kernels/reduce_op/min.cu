// reduce_op/min · minimum, identity the largest value
// Another operator, and with it another identity: a value that no element exceeds. 0 would be the answer as
// soon as all elements are positive; for floats even the largest finite value is too small, if all are
// infinite.
// Watch: the counters are reduce_op/sum's: what is done with two values does not change how they meet.
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
