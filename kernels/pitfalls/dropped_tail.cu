// pitfalls/dropped_tail · right in every benchmark
// The kernel loads n / 4 vectors of four elements, and nothing after them (as in a published V100 ladder).
// Tempting: every benchmark uses a power of two, where n % 4 is 0.
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  partial[tid] = i < n / 4 ? vec_sum(load_vec(input + 4 * i)) : T{0};  // wrong: n % 4 elements are never read
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = partial[0];
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, 4 * job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, input, block_sums, n);
  });
}

}  // namespace

STAGE("pitfalls/dropped_tail", "right in every benchmark", run<float>, run<int32_t>)
    .spoils("reduce/v2")
    .expect("wrong", "benchmarks use powers of two, where nothing is left over");
