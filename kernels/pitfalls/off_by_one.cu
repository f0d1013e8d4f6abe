// pitfalls/off_by_one · right for round sizes
// The test is `i <= n`, so the element after the last one is read.
// Tempting: it compiles, and the value after the input is often zero, so the sum is often right.
#include "tracks/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i <= n ? input[i] : T{0};  // wrong: input[n] does not exist
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("pitfalls/off_by_one", "right for round sizes", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("out_of_bounds", "what follows an array is often zero, so the sum is often right");
