// scan_multi/host_offsets · two passes, the host adds in between
// A GPU can scan its share once it knows the sum of all shares before its own. Here each GPU first adds up its
// share, as in `reduce_multi`. The host waits for each GPU, copies its total, and passes it the sum of the earlier
// totals. Then each GPU scans its share with the kernel of `scan/lookahead`, which starts from that sum.
// Watch: the elements are read twice and written once, so 12 bytes are moved for each; `scan/lookahead` moves
// 8 on one GPU. Judged by bytes alone, two GPUs would be 2 · 8 / 12 = 1.33 times as fast as one.
#include "00_host_offsets.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  const PerGpu<T*> totals = scratch_of_each<T>(job, "total", 1), starts = scratch_of_each<T>(job, "start", 1);
  reduce_shares(job.context, job.input, job.n, job.block, totals);
  T start{0};
  for (unsigned gpu = 0; gpu < job.context.gpus(); ++gpu) {
    T total;
    job.context.use_gpu(gpu);
    job.context.upload(starts.of[gpu], &start, sizeof start);
    job.context.download(&total, totals.of[gpu], sizeof total);
    start += total;
  }
  scan_shares(job, starts);
}

}  // namespace

STAGE("scan_multi/host_offsets", "two passes, the host adds in between", run<uint32_t>, run<int32_t>,
      run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .shares()
    .needs_sm(90);
