// softmax/wide_rows · a block per row longer than a warp's registers
// The registers of a warp hold 1024 elements, and those of a block of 256 threads hold 8192, so a block
// processes each row that is too long for a warp. For up to 1024 columns, the kernel of `vectorised` runs.
// Watch: at 256 x 4096, load requests and sectors halve; barriers and shared requests return. No change at 1024 x 1024.
// The diff is long: there is a second kernel for the long rows, with the same loops as the first.
#include "06_wide_rows.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) { by_blocks<block>(job); });
}

}  // namespace

STAGE("softmax/wide_rows", "a block per row longer than a warp's registers", run).after("vectorised");
