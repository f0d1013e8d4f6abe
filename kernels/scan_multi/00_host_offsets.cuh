// The common part of `scan_multi/host_offsets` and `nccl_offsets`: two passes over each GPU's share.
#include "../reduce_multi/00_host_gather.cuh"
#include "../scan/16_lookahead.cuh"

namespace {

// Each GPU scans its share, starting from the sum in starts.of[gpu]. All GPUs work at the same time.
template <typename T>
void scan_shares(const ScanJob<T>& job, const PerGpu<T*>& starts) {
  for (unsigned gpu = 0; gpu < job.context.gpus(); ++gpu) {
    if (!here(gpu)) continue;  // this GPU belongs to another process
    const Share share = share_of(job.n, share_size<T>(job.n, job.context.gpus()), gpu);
    job.context.use_gpu(gpu);
    ScanJob<T> part = job;
    part.n = share.count;
    part.input += share.first;
    part.output += share.first;
    lookahead(part, starts.of[gpu]);
  }
  job.context.use_gpu(0);
}

}  // namespace
