// reduce_op/minloc · minimum and its first index
// The answer is a pair, so the operator works on pairs, and `load` turns each element into a pair. Pairs are
// not combined in the order of the elements, so among equal values the index must decide; otherwise, the answer
// would change with the block size. The book (docs/sources.md) compares with <=, so a pair is less than itself,
// which no valid order allows. Here the smaller value wins, and among equal values the smaller index. The
// identity has the largest index, so it never wins.
// Watch: twice the shuffles of `min` (value and index), but on the executor the same number of load and
// shared requests. (On a GPU, the code from nvcc moves the value and the index one after the other.)
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
