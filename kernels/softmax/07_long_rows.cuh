// The kernel of softmax/long_rows (explained there) and its launcher. `softmax/best` launches it with other blocks.
#include "06_wide_rows.cuh"
#include "stage/messages.h"

namespace {

// `sharers` blocks share a row: each takes every sharers-th piece of it. A multiprocessor has room for 1024
// threads, in at most 16 blocks, because some GPUs support no more.
template <int kBlock, int kVecs, bool kVectors>
__global__ void __launch_bounds__(kBlock, kBlock < 64 ? 16 : 1024 / kBlock)
    shared_softmax(const float* input, float* output, Message<MaxSum>* messages, uint32_t* last_epoch,
                   unsigned* ended, size_t rows, size_t columns, unsigned sharers) {
  __shared__ float partial_maxima[kBlock / kWarpSize], partial_sums[kBlock / kWarpSize];
  __shared__ float row_maxima[kBlock / kWarpSize], row_sums[kBlock / kWarpSize];
  __shared__ uint32_t my_epoch;
  if (threadIdx.x == 0) my_epoch = next_epoch(last_epoch);
  constexpr unsigned kStride = kBlock * 4, kPiece = kVecs * kStride;
  for (size_t share = blockIdx.x; share < rows * sharers; share += gridDim.x) {
    const size_t row = share / sharers;
    const size_t begin = share % sharers * kPiece + threadIdx.x * 4, step = size_t{sharers} * kPiece;
    const float* from = input + row * columns;
    float* to = output + row * columns;
    Vec<float> v[kVecs];
    MaxSum own = {-FLT_MAX, 0.0f};
    for (size_t first = begin; first < columns; first += step) {
      load<kVectors, kStride>(v, from + first, columns - first);
      own = merged(own, max_and_sum(v));
    }
    const float own_max = over_block<kBlock>(own.max, partial_maxima, Max{});
    const float own_sum = over_block<kBlock>(own.sum * expf(own.max - own_max), partial_sums, Sum{});
    const uint32_t epoch = my_epoch;  // visible, because over_block() contains a barrier
    if (threadIdx.x == 0) post(messages + share, MaxSum{own_max, own_sum}, epoch);

    MaxSum all = {-FLT_MAX, 0.0f};
    for (unsigned b = threadIdx.x; b < sharers; b += kBlock)
      all = merged(all, await(messages + row * sharers + b, epoch));
    const float max = over_block<kBlock>(all.max, row_maxima, Max{});
    const float scale = 1.0f / over_block<kBlock>(all.sum * expf(all.max - max), row_sums, Sum{});
    for (size_t first = begin; first < columns; first += step) {
      if (columns > step) load<kVectors, kStride>(v, from + first, columns - first);
      store<kVectors, kStride>(v, to + first, columns - first, max, scale);
    }
  }
  // The block that draws the last ticket ends the epoch, because all blocks have read it by then.
  if (threadIdx.x == 0 && atomicInc(ended, gridDim.x - 1) == gridDim.x - 1) end_epoch(last_epoch, my_epoch);
}

template <int kBlock, int kVecs = 8>
void by_sharing_blocks(const SoftmaxJob<float>& job) {
  const auto kernel =
      job.columns % 4 == 0 ? shared_softmax<kBlock, kVecs, true> : shared_softmax<kBlock, kVecs, false>;
  const unsigned resident = resident_grid(job, kernel, kBlock);
  const unsigned sharers = std::min(resident, blocks_for(job.columns, kBlock * kVecs * 4));
  const size_t shares = std::max<size_t>(1, job.rows * sharers);
  auto* messages = state<Message<MaxSum>>(job, "messages", shares);
  auto* last_epoch = state<uint32_t>(job, "epoch", 1);
  auto* ended = state<unsigned>(job, "ended", 1);
  const auto grid = static_cast<unsigned>(std::min<size_t>(resident, shares));
  launch_resident(job, kernel, {grid, kBlock}, job.input, job.output, messages, last_epoch, ended, job.rows,
                  job.columns, sharers);
}

}  // namespace
