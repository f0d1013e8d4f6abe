// softmax/three_kernels · max, sum, normalise
// This is the definition, with one launch for each step: the maximum of every row, the sum of exp(x - max), and
// the quotient. Subtracting the maximum changes no result and prevents overflow. Each block processes one row.
// Watch: 3 launches. Every element is loaded three times and stored once, which moves the bytes of 4n elements.
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
__global__ void row_maxima(const float* input, float* maxima, size_t rows, size_t columns) {
  __shared__ float partial[kBlock / kWarpSize];
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  float max = -INFINITY;
  for (size_t c = threadIdx.x; c < columns; c += kBlock) max = fmaxf(max, input[row * columns + c]);
  max = over_block<kBlock>(max, partial, Max{});
  if (threadIdx.x == 0) maxima[row] = max;
}

template <int kBlock>
__global__ void row_sums(const float* input, const float* maxima, float* sums, size_t rows, size_t columns) {
  __shared__ float partial[kBlock / kWarpSize];
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  const float max = maxima[row];
  float sum = 0.0f;
  for (size_t c = threadIdx.x; c < columns; c += kBlock) sum += expf(input[row * columns + c] - max);
  sum = over_block<kBlock>(sum, partial, Sum{});
  if (threadIdx.x == 0) sums[row] = sum;
}

template <int kBlock>
__global__ void normalise(const float* input, const float* maxima, const float* sums, float* output,
                          size_t rows, size_t columns) {
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  const float max = maxima[row], sum = sums[row];
  for (size_t c = threadIdx.x; c < columns; c += kBlock)
    output[row * columns + c] = expf(input[row * columns + c] - max) / sum;
}

void run(const SoftmaxJob<float>& job) {
  float* maxima = scratch<float>(job, "maxima", job.rows);
  float* sums = scratch<float>(job, "sums", job.rows);
  with_block_size(job.block, [&](auto block) {
    const Shape shape = {job.grid(1), static_cast<unsigned>(block)};
    launch(job, row_maxima<block>, shape, job.input, maxima, job.rows, job.columns);
    launch(job, row_sums<block>, shape, job.input, maxima, sums, job.rows, job.columns);
    launch(job, normalise<block>, shape, job.input, maxima, sums, job.output, job.rows, job.columns);
  });
}

}  // namespace

STAGE("softmax/three_kernels", "max, sum, normalise", run);
