// scan/three_kernel · block scans, scan of the sums, add
// A block scans its elements in shared memory, as `hillis_steele` does, and stores one sum. The same kernels
// scan these sums, to any depth. Then a second kernel adds to each block the sum of the blocks before it.
// Watch: global sectors fall to about the number for 4 n elements, and launches to two per level. Shared
// requests and two barriers per step are new.
// The diff is long: steps that were launches become iterations of a loop in a block, so kernels and launches are new.
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
