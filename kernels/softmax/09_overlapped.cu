// softmax/overlapped · rows pass through a ring
// While the blocks that share a row wait for its sum, they load the next row and store the results of the
// previous one. For this purpose, a block keeps nearly two shares in shared memory, in a ring of chunks. It
// loads chunks, adds them to the sum and stores their results at three places in the ring, each several chunks
// behind the previous one.
// Watch: on a GPU, the time at 8 x 4194304 and 512 x 131072.
// The diff is long: there is a fourth kernel, for rows that several blocks share.
#include "09_overlapped.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) {
    if (job.columns <= block * 32) return held_by_block<block>(job);
    if (!overlapped<1024, 1, 8, 14, 3>(job)) by_sharing_blocks<block>(job);
  });
}

}  // namespace

STAGE("softmax/overlapped", "rows pass through a ring", run).after("one_exponential");
