// softmax/one_exponential · each exponential is computed once
// A thread keeps the exponentials and multiplies them by a factor once the row's maximum and sum are known.
// The exponentials are computed as powers of 2, for which the GPU has an instruction; expf() needs several more
// (stage/exponential.h). The maximum and the sum of a block are combined with one barrier instead of two.
// Watch: at 256 x 4096, half the barriers; on a GPU, the time at 2^20 x 32 and at 2^14 x 4096.
// The diff is long: two kernels for elements of any type replace those of `vectorised` and `wide_rows`.
#include "08_one_exponential.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return held_by_lanes(job, job.block);
  with_block_size(job.block, [&](auto block) {
    if (job.columns <= block * 32) return held_by_block<block>(job);
    by_sharing_blocks<block>(job);
  });
}

}  // namespace

STAGE("softmax/one_exponential", "each exponential is computed once", run).after("long_rows");
