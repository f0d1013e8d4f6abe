// What `scan_multi/host_offsets` and `nccl_offsets` have in common: two passes over each GPU's share.
#include "../reduce_multi/00_host_gather.cuh"
#include "../scan/16_lookahead.cuh"

namespace {

// Each GPU scans its share, from the sum in starts.of[gpu] on. All GPUs work at the same time.
template <typename T>
void scan_shares(const ScanJob<T>& job, const PerGpu<T*>& starts) {
  const bool large = job.context.device().max_shared_per_block >= size_t{227} << 10;  // H100, H200, B200
  for (unsigned gpu = 0; gpu < job.context.gpus(); ++gpu) {
    if (!here(gpu)) continue;  // another process has it
    const Share share = share_of(job.n, share_size<T>(job.n, job.context.gpus()), gpu);
    job.context.use_gpu(gpu);
    ScanJob<T> part = job;
    part.n = share.count;
    part.input += share.first;
    part.output += share.first;
    if constexpr (sizeof(T) == 4)
      large ? lookahead<256, 28, 7>(part, starts.of[gpu]) : lookahead<256, 20, 4>(part, starts.of[gpu]);
    else
      large ? lookahead<256, 18, 6>(part, starts.of[gpu]) : lookahead<256, 10, 4>(part, starts.of[gpu]);
  }
  job.context.use_gpu(0);
}

}  // namespace
