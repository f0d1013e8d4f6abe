// The kernel of softmax/wide_rows (explained there) and its launcher. `softmax/best` launches it with other blocks.
#include "05_vectorised.cuh"

namespace {

// Combines the values x of all threads; every thread receives the result. `partial` is reserved for this call.
template <int kBlock, typename Op>
__device__ float over_block(float x, float* partial, Op op) {
  constexpr unsigned kWarps = kBlock / kWarpSize;
  x = over_lanes<kWarpSize>(x, op);
  if (threadIdx.x % kWarpSize == 0) partial[threadIdx.x / kWarpSize] = x;
  __syncthreads();
  return over_lanes<kWarps>(partial[threadIdx.x % kWarps], op);
}

template <int kBlock, int kVecs, bool kVectors>
__global__ void __launch_bounds__(kBlock, kBlock < 64 ? 16 : 1024 / kBlock)
    wide_softmax(const float* input, float* output, size_t rows, size_t columns) {
  __shared__ float partial_maxima[kBlock / kWarpSize], partial_sums[kBlock / kWarpSize];
  const size_t row = size_t{blockIdx.y} * gridDim.x + blockIdx.x;
  if (row >= rows) return;
  const float* from = input + row * columns;
  float* to = output + row * columns;
  constexpr unsigned kStride = kBlock * 4, kPiece = kVecs * kStride;
  Vec<float> v[kVecs];
  MaxSum own = {-FLT_MAX, 0.0f};
  for (size_t first = threadIdx.x * 4; first < columns; first += kPiece) {
    load<kVectors, kStride>(v, from + first, columns - first);
    own = merged(own, max_and_sum(v));
  }
  const float max = over_block<kBlock>(own.max, partial_maxima, Max{});
  const float scale = 1.0f / over_block<kBlock>(own.sum * expf(own.max - max), partial_sums, Sum{});
  for (size_t first = threadIdx.x * 4; first < columns; first += kPiece) {
    if (columns > kPiece) load<kVectors, kStride>(v, from + first, columns - first);
    store<kVectors, kStride>(v, to + first, columns - first, max, scale);
  }
}

template <int kBlock, int kVecs = 8>
void by_blocks(const SoftmaxJob<float>& job) {
  const auto kernel =
      job.columns % 4 == 0 ? wide_softmax<kBlock, kVecs, true> : wide_softmax<kBlock, kVecs, false>;
  launch(job, kernel, {job.grid(1), kBlock}, job.input, job.output, job.rows, job.columns);
}

}  // namespace
