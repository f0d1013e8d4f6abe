// softmax_bf16/one_exponential · each exponential is computed once
// A row stays in the registers of a warp or a block, as floats, and its exponentials are computed once, as
// powers of 2. Longer rows are processed as in `vectorised`.
// Watch: half the global load sectors. On a GPU, watch the time, which was previously limited by instructions.
// The diff is long: softmax/one_exponential explains these kernels.
#include "00_vectorised.cuh"

#include "../softmax/08_one_exponential.cuh"

namespace {

void run(const SoftmaxJob<__nv_bfloat16>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) {
    if (job.columns <= block * 32) return held_by_block<block>(job);
    by_warps(job, block);
  });
}

}  // namespace

STAGE("softmax_bf16/one_exponential", "each exponential is computed once", run).after("vectorised");
