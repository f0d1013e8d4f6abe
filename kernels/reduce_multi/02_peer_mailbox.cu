// reduce_multi/peer_mailbox · sums posted over the link
// In `nccl`, a second kernel on each GPU transfers a single value. Here the mailboxes of `reduce/v10.1` are
// used between GPUs too: block 0 of each GPU adds up its GPU's messages and posts the sum in the memory of GPU
// 0. Every GPU can write to every other GPU's memory; the write travels over the link between them. Block 0 of
// GPU 0 waits for the other GPUs' messages together with those of its own blocks, and adds them in a fixed
// order. A message between GPUs is written and read at system scope (Reach::all_gpus).
// Watch: one launch for each GPU and nothing after it. For small n, compare the time with one GPU (--gpus 1).
// The diff is long: the launches of `nccl` are removed, and the kernel now deals with all GPUs.
#include "stage/gpus.h"
#include "stage/messages.h"
#include "tracks/reduce.h"
#include "stage/vectors.h"

namespace {

template <typename T, int kBlock, int kPerThread>
__global__ void reduce(unsigned gpu, const T* all_input,
                       const __grid_constant__ PerGpu<Message<T>*> messages_of,
                       const __grid_constant__ PerGpu<uint32_t*> last_epoch_of, T* output, size_t all,
                       size_t share_size, unsigned gpus) {
  __shared__ T partial[kBlock / kWarpSize], collected[kBlock / kWarpSize];
  const unsigned tid = threadIdx.x;
  const Share share = share_of(all, share_size, gpu);
  const T* input = all_input + share.first;
  const size_t n = share.count;
  Message<T>* messages = messages_of.of[gpu];
  uint32_t* last_epoch = last_epoch_of.of[gpu];  // the same on every GPU: each has launched the same jobs
  uint32_t epoch = 0;
  if (tid == 0 || blockIdx.x == 0) epoch = next_epoch(last_epoch);
  // One message per block of this GPU; on GPU 0, those of the other GPUs follow.
  const unsigned expected = gridDim.x + (gpu == 0 ? gpus - 1 : 0);
  if (blockIdx.x == 0)
    for (unsigned b = tid; b < expected; b += kBlock) prefetch_L2(messages + b);
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
  if (expected > 1) {
    // Thread 0 already holds the sum of block 0, so it skips message 0.
    if (tid > 0) sum = T{0};
    for (unsigned b = tid == 0 ? kBlock : tid; b < expected; b += kBlock)
      sum += await<Reach::all_gpus>(messages + b, epoch);
    // This is a second array, because a warp may store its sum here while warp 0 is still reading `partial`.
    sum = block_sum<kBlock>(sum, collected);
  }
  if (tid > 0) return;
  end_epoch(last_epoch, epoch);  // all blocks of this GPU have posted
  if (gpu == 0)
    *output = sum;
  else
    post<Reach::all_gpus>(messages_of.of[0] + gridDim.x + gpu - 1, sum, epoch);
}

template <typename T>
void run(const ReduceJob<T>& job) {
  constexpr int kBlock = 512, kPerThread = 16;
  const device::Device& device = job.context.device();
  const unsigned gpus = job.context.gpus();
  const unsigned places = device.multiprocessors * (device.max_threads_per_multiprocessor / kBlock);
  const size_t share = share_size<T>(job.n, gpus);
  const unsigned grid = std::min(32 * places, blocks_for(share, kBlock * kPerThread));
  const PerGpu<Message<T>*> messages = state_of_each<Message<T>>(job, "messages", grid + gpus);
  const PerGpu<uint32_t*> last_epoch = state_of_each<uint32_t>(job, "epoch", 1);
  launch_on_each(job, reduce<T, kBlock, kPerThread>, kAnyOrder, {grid, kBlock}, job.input, messages,
                 last_epoch, job.output, job.n, share, gpus);
}

}  // namespace

STAGE("reduce_multi/peer_mailbox", "sums posted over the link", run<float>, run<int32_t>)
    .shares()
    .after("nccl");
