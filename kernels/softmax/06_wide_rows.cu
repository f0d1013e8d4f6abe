// softmax/wide_rows · a block per row longer than a warp's registers
// The registers of a warp hold 1024 elements, those of a block of 256 threads 8192, so a block takes a longer row.
// Up to 1024 columns, the kernel of `vectorised` runs.
// Watch: at 256 x 4096 load requests and sectors halve; barriers and shared requests return. 1024 x 1024: no change.
// The diff is long: a second kernel for the long rows, whose loops are those of the first.
#include "06_wide_rows.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) { by_blocks<block>(job); });
}

}  // namespace

STAGE("softmax/wide_rows", "a block per row longer than a warp's registers", run).after("vectorised");
