// softmax/long_rows · several blocks share a row
// Several blocks hold a row that does not fit into one block's registers. Each posts the (max, sum) of its share in
// one 16-byte message (stage/messages.h) and merges those of all blocks of the row. A block waits for others, so all
// blocks must be resident: the grid has at most as many as fit at once, and each block takes every gridDim.x-th share.
// Watch: at 4 x 262144, load sectors halve once more; one atomic per block and global loads of the messages are new.
// The diff is long: there is a third kernel, which also exchanges messages.
#include "07_long_rows.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) {
    if (job.columns <= block * 32) return by_blocks<block>(job);
    by_sharing_blocks<block>(job);
  });
}

}  // namespace

STAGE("softmax/long_rows", "several blocks share a row", run).after("wide_rows");
