// The kernel of reduce/v10.1 (explained there) and its launcher. `reduce/best` launches it with other shapes.
#include "stage/messages.h"
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

template <typename T, int kBlock, int kPerThread>
__global__ void reduce(const T* input, Message<T>* messages, uint32_t* last_epoch, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  // Thread 0 needs the epoch to post, block 0 to wait. With nvcc 13.0, their warps wait for the epoch here.
  uint32_t epoch = 0;
  if (tid == 0 || blockIdx.x == 0) epoch = next_epoch(last_epoch);
  if (blockIdx.x == 0)
    for (unsigned b = tid; b < gridDim.x; b += kBlock) prefetch_L2(messages + b);
  constexpr unsigned kSize = Vec<T>::kSize;     // elements per vector
  constexpr int kVectors = kPerThread / kSize;  // vectors per thread
  constexpr size_t kTile = size_t{kBlock} * kPerThread;
  T sum{0};
  size_t i = blockIdx.x * kTile + tid * kSize;
  for (; i < n / kTile * kTile; i += gridDim.x * kTile) {  // the full tiles
    Vec<T> v[kVectors];
    for (int k = 0; k < kVectors; ++k) v[k] = load_vec(input + i + k * kBlock * kSize);
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(v[k]);
  }
  if (i < n)  // the rest
    for (int k = 0; k < kVectors; ++k) sum += vec_sum(load_vec(input, i + k * kBlock * kSize, n));

  sum = block_sum<kBlock>(sum, partial);
  if (blockIdx.x > 0) {
    if (tid == 0) post(messages + blockIdx.x, sum, epoch);
    return;
  }
  if (gridDim.x > 1) {
    // Thread 0 already holds the sum of block 0, so it skips message 0.
    if (tid > 0) sum = T{0};
    for (unsigned b = tid == 0 ? kBlock : tid; b < gridDim.x; b += kBlock) sum += await(messages + b, epoch);
    // This is a second array, because a warp may store its sum here while warp 0 is still reading `partial`.
    sum = block_sum<kBlock>(sum, collected);
  }
  if (tid > 0) return;
  *output = sum;
  end_epoch(last_epoch, epoch);  // all blocks have posted
}

// Launches at most max_grid blocks, however large n is.
template <int kBlock, int kPerThread, typename T>
void reduce_by_mailbox(const ReduceJob<T>& job, unsigned max_grid) {
  const unsigned grid = std::min(max_grid, blocks_for(job.n, kBlock * kPerThread));
  Message<T>* messages = state<Message<T>>(job, "messages", grid);
  uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
  launch(job, reduce<T, kBlock, kPerThread>, {grid, kBlock}, job.input, messages, last_epoch, job.output,
         job.n);
}

}  // namespace
