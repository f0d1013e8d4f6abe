// The common part of `reduce_multi/host_gather` and `nccl`: each GPU reduces its share with the kernel
// of `reduce/v10.1`, in at most 32 waves of blocks. The shape is fixed: the option --block has no effect.
#include "../reduce/19_v10_1_prefetch.cuh"
#include "stage/gpus.h"

namespace {

// Leaves the sum of GPU g's share in sums.of[g]. All GPUs work at the same time.
template <typename T>
void reduce_shares(device::Context& context, const T* input, size_t n, unsigned block,
                   const PerGpu<T*>& sums) {
  constexpr int kBlock = 512, kPerThread = 16;
  const device::Device& device = context.device();
  const unsigned places = device.multiprocessors * (device.max_threads_per_multiprocessor / kBlock);
  for (unsigned gpu = 0; gpu < context.gpus(); ++gpu) {
    if (!here(gpu)) continue;  // this GPU belongs to another process
    const Share share = share_of(n, share_size<T>(n, context.gpus()), gpu);
    context.use_gpu(gpu);
    reduce_by_mailbox<kBlock, kPerThread>(ReduceJob<T>({.context = &context,
                                                        .block = block,
                                                        .n = share.count,
                                                        .inputs = {input + share.first},
                                                        .outputs = {sums.of[gpu]}}),
                                          32 * places);
  }
  context.use_gpu(0);
}

}  // namespace
