// reduce_multi/nccl · the sums of the shares by NCCL
// `host_gather` waits for each GPU in turn, and the sums go through the host. NCCL is NVIDIA's library for
// collectives: operations in which all GPUs take part. `all_reduce` gives every GPU the sum of all GPUs'
// values. It is enqueued after the kernel on each GPU's stream, so the host waits only once, at the end. GPU 0
// writes its sum to the output.
// Watch: the time for small n. The cost of the collective does not depend on n: it moves one value for each GPU.
#include "00_host_gather.cuh"
#include "stage/nccl.h"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  const PerGpu<T*> sums = scratch_of_each<T>(job, "sum", 1);
  reduce_shares(job.context, job.input, job.n, job.block, sums);
  PerGpu<T*> totals = scratch_of_each<T>(job, "total", 1);
  totals.of[0] = job.output;
  all_reduce(job, sums, totals);
}

}  // namespace

STAGE("reduce_multi/nccl", "the sums of the shares by NCCL", run<float>, run<int32_t>)
    .shares()
    .needs_nccl()
    .after("host_gather");
