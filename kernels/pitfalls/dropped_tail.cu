// pitfalls/dropped_tail · vector loads of n / 4 elements, and nothing for the rest (as in a published V100
// ladder) Tempting: every benchmark uses a power of two, where n % 4 is 0.
#include "stage/reduce.h"

namespace {

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  const Vec4<T> v = i < n / 4 ? reinterpret_cast<const Vec4<T>*>(input)[i] : Vec4<T>{};
  partial[tid] = (v.x + v.y) + (v.z + v.w);  // wrong: the last n % 4 elements are never read
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

STAGE("pitfalls/dropped_tail", "n % 4 elements forgotten", run<float>, run<int32_t>)
    .expect("wrong", "benchmarks use powers of two, where nothing is left over");
