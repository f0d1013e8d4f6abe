// reduce_op/minloc · minimum and its first index
// The answer is a pair, so the operator works on pairs, and `load` makes one of each element. Pairs meet in
// no particular order, so equal values are told apart by index, or the answer would depend on the schedule.
// The article compares with <=, by which a pair is less than itself: not an order at all. Here the smaller
// value wins, and of equal ones the smaller index. The identity has the largest index: it never wins.
// Watch: twice min's shuffles (value and index) and more shared wavefronts, but the same global loads.
#include "operator_reduce.cuh"

#include <limits>

namespace {

template <typename T>
struct LoadWithIndex {
  const T* values;
  __device__ ValueAndIndex<T> operator()(size_t i) const { return {values[i], i}; }
};

template <typename T>
struct FirstMin {
  __device__ static bool less(ValueAndIndex<T> a, ValueAndIndex<T> b) {
    return a.value < b.value || (a.value == b.value && a.index < b.index);
  }
  __device__ ValueAndIndex<T> operator()(ValueAndIndex<T> a, ValueAndIndex<T> b) const {
    return less(b, a) ? b : a;
  }
};

template <typename T>
void run(const ReduceJob<T, ValueAndIndex<T>>& job) {
  using Limits = std::numeric_limits<T>;
  const ValueAndIndex<T> identity{Limits::has_infinity ? Limits::infinity() : Limits::max(), UINT64_MAX};
  operator_reduce(job, LoadWithIndex<T>{job.input}, identity, FirstMin<T>{});
}

}  // namespace

STAGE("reduce_op/minloc", "minimum and its first index", run<float>, run<int32_t>, run<uint32_t>)
    .after("max");
