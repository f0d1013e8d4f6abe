// reduce_op/max · maximum, identity the smallest value
// The comparison of `min` is reversed, and so is the identity. Note that numeric_limits<float>::min() is the
// smallest positive float. The smallest value is lowest().
// Watch: the counters are those of `sum`.
#include "operator_reduce.cuh"

#include <limits>

namespace {

template <typename T>
struct Max {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename T>
void run(const ReduceJob<T>& job) {
  using Limits = std::numeric_limits<T>;
  const T identity = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  operator_reduce(job, LoadValue<T>{job.input}, identity, Max<T>{});
}

}  // namespace

STAGE("reduce_op/max", "maximum, identity the smallest value", run<float>, run<int32_t>, run<uint32_t>)
    .after("min");
