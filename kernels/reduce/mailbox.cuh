// The kernel of reduce/v10, where it is explained, and its launcher; reduce/best launches it in other shapes.
#include "stage/messages.h"
#include "stage/reduce.h"
#include "stage/vectors.h"

namespace {

template <typename T, int kBlock, int kPerThread>
__global__ void __launch_bounds__(kBlock)
    reduce(const T* input, Message<T>* messages, uint32_t epoch, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  if (blockIdx.x == 0)
    for (unsigned b = tid; b < gridDim.x; b += kBlock) prefetch_L2(messages + b);

  constexpr unsigned kSize = Vec<T>::kSize;
  constexpr size_t kTile = size_t{kBlock} * kPerThread * kSize;
  T sum{0};
  const size_t tiles = n / kTile;  // the full ones need no questions
  size_t tile = blockIdx.x;
  for (; tile < tiles; tile += gridDim.x) {
    Vec<T> v[kPerThread];
    for (int k = 0; k < kPerThread; ++k) v[k] = load_vec(input + tile * kTile + (k * kBlock + tid) * kSize);
    for (int k = 0; k < kPerThread; ++k) sum += vec_sum(v[k]);
  }
  if (tile == tiles && n % kTile > 0)  // the rest, for the block whose turn it is
    for (int k = 0; k < kPerThread; ++k)
      sum += vec_sum(load_vec(input, tiles * kTile + (k * kBlock + tid) * kSize, n));
  sum = block_sum<kBlock>(sum, partial);

  if (blockIdx.x > 0) {
    if (tid == 0) post(messages + blockIdx.x, sum, epoch);
    return;
  }
  if (gridDim.x > 1) {
    if (tid > 0) sum = T{0};
    for (unsigned b = tid == 0 ? kBlock : tid; b < gridDim.x; b += kBlock) sum += await(messages + b, epoch);
    sum = block_sum<kBlock>(sum, collected);
  }
  if (tid == 0) *output = sum;
}

// `most`: blocks, however large n is.
template <int kBlock, int kPerThread, typename T>
void reduce_by_mailbox(const ReduceJob<T>& job, unsigned most) {
  const unsigned grid = std::min(most, blocks_for(job.n, kBlock * kPerThread * Vec<T>::kSize));
  Message<T>* messages = state<Message<T>>(job, "messages", grid);
  launch(job, reduce<T, kBlock, kPerThread>, {grid, kBlock}, job.input, messages, job.context.run_number(),
         job.output, job.n);
}

}  // namespace
