// softmax_bf16/vectorised · 8 elements of 2 bytes per lane
// A warp processes a row, as in softmax/online, and each lane loads 16 bytes at once. The elements are
// converted to floats, because a bfloat16 has only 8 significant bits; the results are rounded to bfloat16.
// Watch: half the sectors of softmax/online. On a GPU, the kernel is limited by its instructions.
#include "00_vectorised.cuh"

namespace {

void run(const SoftmaxJob<__nv_bfloat16>& job) { by_warps(job, job.block); }

}  // namespace

STAGE("softmax_bf16/vectorised", "8 elements of 2 bytes per lane", run);
