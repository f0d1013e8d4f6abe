// softmax_bf16/best · a kernel for each number of columns
// This stage makes the same choice as softmax/best, with the same kernels. `block` is not used.
// Watch: the time compared with the copy, for each number of columns.
// The diff is long: softmax/warp_specialised explains the kernel for long rows.
#include "00_vectorised.cuh"

#include "../softmax/10_warp_specialised.cuh"

namespace {

void run(const SoftmaxJob<__nv_bfloat16>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, 256);
  if (job.columns <= 64 * 32) return held_by_block<64>(job);
  if (job.columns <= 128 * 32) return held_by_block<128>(job);
  if (job.columns <= 256 * 32) return held_by_block<256>(job);
  if (job.columns <= 512 * 32) return held_by_block<512>(job);
  if (job.columns <= 1024 * 32) return held_by_block<1024>(job);
  if (!warp_specialised(job)) by_warps(job, 256);
}

}  // namespace

STAGE("softmax_bf16/best", "a kernel for each number of columns", run).after("one_exponential");
