// matmul/stream_k · every block has the same number of steps
// With one tile per block, some multiprocessors have no tile in the last wave. Here the steps of all tiles are divided
// equally among as many blocks as can be resident. A tile may begin in one block and end in another: the blocks with
// its first steps publish their sums, and the block with its last step adds them to its own (Osama et al., 2023).
// Watch: with few tiles, there are more blocks, which store and load sums. On an H200, watch the time.
// The diff is long: the kernel is new. The loop over the steps is that of `spread_copies`.
#include "14_stream_k.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_stream_if_whole<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/stream_k", "an equal number of steps per block", run)
    .after("spread_copies")
    .min_block(128)
    .max_block(256)
    .same_bits(kEveryRun);
