// softmax/best · a kernel for each number of columns
// For up to 1024 columns, a warp's lanes hold a row; for up to 32768, the smallest possible block holds it.
// Groups of blocks with a ring share longer rows. If shared memory is too small for a ring, blocks of 512
// threads share them. `block` is not used.
// Watch: the time compared with the copy, for each number of columns.
#include "10_warp_specialised.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, 256);
  if (job.columns <= 64 * 32) return held_by_block<64>(job);
  if (job.columns <= 128 * 32) return held_by_block<128>(job);
  if (job.columns <= 256 * 32) return held_by_block<256>(job);
  if (job.columns <= 512 * 32) return held_by_block<512>(job);
  if (job.columns <= 1024 * 32) return held_by_block<1024>(job);
  if (!warp_specialised(job) && !overlapped<1024, 1, 8, 14, 3>(job)) by_sharing_blocks<512>(job);
}

}  // namespace

STAGE("softmax/best", "a kernel for each number of columns", run).after("warp_specialised");
