// matmul/wide_threads · eight rows by sixteen columns per thread, and three buffers
// A thread reads one and a half times as many values, and computes twice as many products of them. Its 128 sums
// leave registers for few warps, so the copies for two further steps are under way while one is multiplied.
// Watch: a quarter fewer shared load requests, and a quarter of the barriers: a step is twice as
// deep, and there are half as many warps.
// The diff is long: the sizes become parameters of a template, because `best` needs others.
#include "10_wide_threads.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_by_tiles<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/wide_threads", "8 × 16 results per thread", run)
    .after("unrolled")
    .min_block(128)
    .max_block(256);
