// softmax/best · a kernel for each number of columns
// Up to 1024 columns, the lanes of `vectorised` take a row; up to 32768, the smallest block that holds it;
// for more columns, blocks of 512 threads share it. `block` is not used.
// Watch: the time compared with the copy, for each number of columns.
#include "07_long_rows.cuh"

namespace {

void run(const SoftmaxJob<float>& job) {
  if (job.columns <= 1024) return by_lanes(job, 256);
  if (job.columns <= 64 * 32) return by_blocks<64>(job);
  if (job.columns <= 128 * 32) return by_blocks<128>(job);
  if (job.columns <= 256 * 32) return by_blocks<256>(job);
  if (job.columns <= 512 * 32) return by_blocks<512>(job);
  if (job.columns <= 1024 * 32) return by_blocks<1024>(job);
  by_sharing_blocks<512>(job);
}

}  // namespace

STAGE("softmax/best", "a kernel for each number of columns", run).after("long_rows");
