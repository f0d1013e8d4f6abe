// softmax/one_kernel · three sweeps in one launch
// Only the block of a row needs the row's maximum and sum, so they stay in this block. There are no arrays of
// maxima or sums, and no launches between the steps.
// Watch: 1 launch. The elements are still loaded three times, but a block's second and third sweeps start immediately.
#include "tracks/softmax.h"
#include "stage/vectors.h"

namespace {

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// Combines the values x of all threads; every thread receives the result. `partial` is reserved for this call.
template <int kBlock, typename Op>
__device__ float over_block(float x, float* partial, Op op) {
  constexpr unsigned kWarps = kBlock / kWarpSize;
  for (unsigned d = kWarpSize / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(kAllLanes, x, d));
  if (threadIdx.x % kWarpSize == 0) partial[threadIdx.x / kWarpSize] = x;
  __syncthreads();
  x = partial[threadIdx.x % kWarps];
  for (unsigned d = kWarps / 2; d > 0; d /= 2) x = op(x, __shfl_xor_sync(kAllLanes, x, d));
  return x;
}

template <int kBlock>
__global__ void softmax(const float* input, float* output, size_t rows, size_t columns) {
  __shared__ float partial_maxima[kBlock / kWarpSize], partial_sums[kBlock / kWarpSize];
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  float max = -INFINITY;
  for (size_t c = threadIdx.x; c < columns; c += kBlock) max = fmaxf(max, input[row * columns + c]);
  max = over_block<kBlock>(max, partial_maxima, Max{});
  float sum = 0.0f;
  for (size_t c = threadIdx.x; c < columns; c += kBlock) sum += expf(input[row * columns + c] - max);
  sum = over_block<kBlock>(sum, partial_sums, Sum{});
  for (size_t c = threadIdx.x; c < columns; c += kBlock)
    output[row * columns + c] = expf(input[row * columns + c] - max) / sum;
}

void run(const SoftmaxJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    const Shape shape = {job.grid(1), static_cast<unsigned>(block)};
    launch(job, softmax<block>, shape, job.input, job.output, job.rows, job.columns);
  });
}

}  // namespace

STAGE("softmax/one_kernel", "three sweeps in one launch", run).after("three_kernels");
