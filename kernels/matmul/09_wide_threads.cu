// matmul/wide_threads · eight rows by sixteen columns per thread, and three buffers
// A thread multiplies twice as many pairs of values for one and a half times as many that it reads. Its 128 sums leave
// room for few warps, so the copies of two steps are under way while a third one is multiplied.
// Watch: a quarter fewer shared requests per multiplication; half the barriers, because a step is twice as deep.
// The diff is long: the sizes become parameters of a template, because `best` needs others.
#include "09_wide_threads.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_by_tiles<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/wide_threads", "8 × 16 results per thread", run)
    .after("hoisted_addresses")
    .min_block(128)
    .max_block(256);
