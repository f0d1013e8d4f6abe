// softmax/warp_specialised · two warps exchange the sums
// In softmax/overlapped, every warp waits at two barriers per row for the slowest warp. Here the warps that
// load, sum and store have no barrier: two other warps combine their (max, sum) pairs, post the result, and
// await the results of the other blocks. This division of work is called warp specialisation.
// Watch: the barriers. On a GPU, watch the time at 512 x 131072.
// The diff is long: the division of work affects the whole kernel.
#include "10_warp_specialised.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) {
    if (job.columns <= block * 32) return held_by_block<block>(job);
    if (!warp_specialised(job) && !overlapped<1024, 1, 8, 14, 3>(job)) by_sharing_blocks<block>(job);
  });
}

}  // namespace

STAGE("softmax/warp_specialised", "two warps exchange the sums", run).after("overlapped");
