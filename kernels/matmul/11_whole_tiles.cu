// matmul/whole_tiles · a tile inside C is copied without checks
// If a block's tiles are complete, no copy needs a check, and one pointer to each matrix is enough, because the
// rows that a thread copies are equally spaced. The other blocks check each copy, as in `wide_threads`.
// Watch: no counter changes. On an H200, watch the number of instructions and the time.
// The diff is long: the kernel becomes a function, which is compiled for both kinds of tiles.
#include "11_whole_tiles.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_by_tiles<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/whole_tiles", "whole tiles need no checks", run)
    .after("wide_threads")
    .min_block(128)
    .max_block(256);
