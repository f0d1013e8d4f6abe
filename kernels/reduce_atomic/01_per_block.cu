// reduce_atomic/per_block · one atomic per block
// `per_element` sends n additions to one word. Here a block adds its elements with shuffles first, as in
// `reduce/v7`, and sends only its sum: one addition instead of blockDim.x. There is still no second pass,
// because the atomics add up the blocks' sums. For floats, these sums are still added one after another, in no
// fixed order.
// Watch: atomics (one per warp that adds) fall from n / 32 to n / 256, an eighth, while the additions fall from
// n to n / 256 (block 256). In exchange, a block executes 45 shuffles and issues 9 shared requests.
#include "tracks/reduce.h"

namespace {

// The sum of a warp's 32 values, in lane 0.
template <typename T>
__device__ T warp_reduce(T sum) {
  for (unsigned s = kWarpSize / 2; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  return sum;
}

template <typename T>
__global__ void reduce(const T* input, T* output, size_t n) {
  __shared__ T partial[kWarpSize];
  const unsigned tid = threadIdx.x;
  const unsigned lane = tid % kWarpSize, warp = tid / kWarpSize;
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = i < n ? input[i] : T{0};

  sum = warp_reduce(sum);
  if (lane == 0) partial[warp] = sum;
  __syncthreads();

  if (warp == 0) sum = warp_reduce(lane < blockDim.x / kWarpSize ? partial[lane] : T{0});
  if (tid == 0) atomicAdd(output, sum);
}

template <typename T>
void run(const ReduceJob<T>& job) {
  job.context.zero(job.output, sizeof(T));
  launch(job, reduce<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);
}

}  // namespace

STAGE("reduce_atomic/per_block", "one atomic per block", run<float>, run<int32_t>)
    .after("per_element")
    .serial()
    .same_bits(kNever);
