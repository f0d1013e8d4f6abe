// matmul/fragments_ahead · values are read one product ahead
// A thread keeps two sets of values from the tiles: while it multiplies one, the other arrives. It goes down
// one column of its results and up the next, so that successive products share an operand. Only matrices that
// consist of whole tiles use this kernel; `whole_tiles` multiplies the others.
// Watch: hardly any counter changes. On an H200, watch the time: in an experiment, either change alone increased it.
// The diff is long: this is a second kernel alongside that of `whole_tiles`, with the same tiles.
#include "12_fragments_ahead.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_ahead_if_whole<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/fragments_ahead", "values are read one product ahead", run)
    .after("whole_tiles")
    .min_block(128)
    .max_block(256);
