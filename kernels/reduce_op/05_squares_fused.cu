// reduce_op/squares_fused · sum of squares, in one step
// The kernel squares each element as it loads it: the map is fused into the reduction. No array of squares is needed.
// Watch: the counters are those of `sum`. One read and one write of the whole array are saved.
#include "operator_reduce.cuh"

namespace {

template <typename T>
struct Sum {
  __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct LoadSquare {
  const T* values;
  __device__ T operator()(size_t i) const { return values[i] * values[i]; }
};

template <typename T>
void run(const ReduceJob<T>& job) {
  const T identity{0};
  operator_reduce(job, LoadSquare<T>{job.input}, identity, Sum<T>{});
}

}  // namespace

STAGE("reduce_op/squares_fused", "sum of squares, in one step", run<float>, run<int32_t>, run<uint32_t>)
    .after("squares");
