// reduce/v10 · mailboxes
// Each block posts its sum and the number of this run (the epoch) in one atomic 8-byte store
// (stage/messages.h), so no fence or reset is needed. Only block 0 waits. It adds the sums in a fixed order.
// Watch: no atomics; barriers and shared loads are those of `v8.2`. Each check by block 0 adds global loads.
#include "stage/messages.h"
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

constexpr int kPerThread = 16;  // elements per thread in each tile

template <typename T, int kBlock>
__global__ void reduce(const T* input, Message<T>* messages, uint32_t* last_epoch, T* output, size_t n) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  // Thread 0 needs the epoch to post, block 0 to wait. With nvcc 13.0, their warps wait for the epoch here.
  uint32_t epoch = 0;
  if (tid == 0 || blockIdx.x == 0) epoch = next_epoch(last_epoch);
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

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned max_grid = resident_grid(job, reduce<T, kBlock>, kBlock);
    const unsigned grid = std::min(max_grid, blocks_for(job.n, kBlock * kPerThread));
    Message<T>* messages = state<Message<T>>(job, "messages", grid);
    uint32_t* last_epoch = state<uint32_t>(job, "epoch", 1);
    launch(job, reduce<T, kBlock>, {grid, kBlock}, job.input, messages, last_epoch, job.output, job.n);
  });
}

}  // namespace

STAGE("reduce/v10", "mailboxes", run<float>, run<int32_t>).after("v9").same_bits(kEveryRun);
