// scan_multi/nccl_offsets · the totals gathered by NCCL
// Between the passes of `host_offsets`, the GPUs wait for the host. Here NCCL's `all_gather` gives every GPU the
// totals of all GPUs. It is enqueued after the first pass. A kernel of one warp then adds the totals of the
// GPUs before this one, and the second pass follows on the same stream.
// Watch: the time for small n, compared with `host_offsets`. Large n takes as long as before: the bytes are the same.
#include "00_host_offsets.cuh"
#include "stage/nccl.h"

namespace {

template <typename T>
__global__ void add_totals_before(unsigned gpu, const __grid_constant__ PerGpu<T*> totals,
                                  const __grid_constant__ PerGpu<T*> starts) {
  const unsigned lane = threadIdx.x;
  const T sum = warp_sum(lane < gpu ? totals.of[gpu][lane] : T{0});
  if (lane == 0) *starts.of[gpu] = sum;
}

template <typename T>
void run(const ScanJob<T>& job) {
  const PerGpu<T*> totals = scratch_of_each<T>(job, "total", 1), starts = scratch_of_each<T>(job, "start", 1);
  const PerGpu<T*> all_totals = scratch_of_each<T>(job, "all_totals", job.context.gpus());
  reduce_shares(job.context, job.input, job.n, job.block, totals);
  all_gather(job, totals, all_totals);
  launch_on_each(job, add_totals_before<T>, kAnyOrder, {1, kWarpSize}, all_totals, starts);
  scan_shares(job, starts);
}

}  // namespace

STAGE("scan_multi/nccl_offsets", "the totals gathered by NCCL", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .shares()
    .needs_nccl()
    .needs_sm(90)
    .after("host_offsets");
