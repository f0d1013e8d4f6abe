// scan/three_kernel · block scans, scan of the sums, add
// `hillis_steele` carries the whole array through memory log2 n times. Here there are three steps with two
// kernels: block scans, the same for the sums, add. A block takes its elements to shared memory once, and
// scans them there as `hillis_steele` does. That leaves one sum per block. The same kernels scan these sums,
// again and again until one block holds them all (so any n works). Then the second kernel adds to each block
// the sum of the blocks before it.
// Watch: global sectors fall to those of about 4 n elements, launches to two per level. In exchange there
// are shared requests, and two barriers per step: one after reading, one after writing.
// The diff is long: a launch for each step becomes a launch for a block, so kernels and launches are new.
#include "tracks/scan.h"
#include "01_three_kernel.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) { scan<T, block>(job, job.input, job.output, job.n); });
}

}  // namespace

STAGE("scan/three_kernel", "block scans, scan of the sums, add", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive()
    .after("hillis_steele");
