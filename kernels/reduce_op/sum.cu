// reduce_op/sum · sum, identity 0
// reduce/v7 with the addition taken out and handed in. The operator is a type with an operator(), so the
// compiler inlines it, and being general costs nothing at run time. The kernel is in operator_reduce.cuh.
// Watch: the counters are reduce/v7's.
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
