// pitfalls/exp_overflow · the definition, word for word
// The maximum of the row is not subtracted: each result is exp(x), divided by the sum of all exp(x).
// Tempting: this is the definition of softmax, and it saves a sweep. But as a float, exp(89) is infinite,
// and infinity / infinity is NaN. If every x is below −104, all exp(x) are 0, and so is their sum.
#include "tracks/softmax.h"
#include "stage/vectors.h"

namespace {

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
  __shared__ float partial_sums[kBlock / kWarpSize];
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (size_t c = threadIdx.x; c < columns; c += kBlock)
    sum += expf(input[row * columns + c]);  // wrong: infinite if x > 88.72
  sum = over_block<kBlock>(sum, partial_sums, Sum{});
  for (size_t c = threadIdx.x; c < columns; c += kBlock)
    output[row * columns + c] = expf(input[row * columns + c]) / sum;
}

void run(const SoftmaxJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    const Shape shape = {job.grid(1), static_cast<unsigned>(block)};
    launch(job, softmax<block>, shape, job.input, job.output, job.rows, job.columns);
  });
}

}  // namespace

STAGE("pitfalls/exp_overflow", "the definition, word for word", run)
    .spoils("softmax/one_kernel")
    .expect("wrong", "one sweep fewer, and right for small elements");
