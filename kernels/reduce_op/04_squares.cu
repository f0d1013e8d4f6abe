// reduce_op/squares · sum of squares, in two steps
// A kernel squares each element, as in the `map` track, and writes the squares to memory; then `sum` adds them.
// Watch: 3 launches. Between the two steps, the whole array of squares is written to memory and read again.
#include "operator_reduce.cuh"

namespace {

template <typename T>
struct Sum {
  __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
__global__ void square(const T* input, T* squares, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = input[i] * input[i];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const T identity{0};
  T* squares = scratch<T>(job, "squares", job.n);
  launch(job, square<T>, {blocks_for(job.n, job.block), job.block}, job.input, squares, job.n);
  operator_reduce(job, LoadValue<T>{squares}, identity, Sum<T>{});
}

}  // namespace

STAGE("reduce_op/squares", "sum of squares, in two steps", run<float>, run<int32_t>, run<uint32_t>)
    .after("sum");
