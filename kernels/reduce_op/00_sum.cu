// reduce_op/sum · sum, identity 0
// This is `reduce/v7` with the addition as a parameter. The operator is a type with an operator(), so the
// compiler inlines it, and the general kernel (in operator_reduce.cuh) costs nothing extra at run time.
// Watch: the counters are those of `reduce/v7`.
#include "operator_reduce.cuh"

namespace {

template <typename T>
struct Sum {
  __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
void run(const ReduceJob<T>& job) {
  const T identity{0};
  operator_reduce(job, LoadValue<T>{job.input}, identity, Sum<T>{});
}

}  // namespace

STAGE("reduce_op/sum", "sum, identity 0", run<float>, run<int32_t>, run<uint32_t>);
