// scan/resident · totals posted before the scan
// A block adds up its tile, posts the total, and scans the tile while the totals are on their way. Initially,
// each thread prefetches the messages that it will read. The launch bounds let threads fill a multiprocessor.
// Watch: one more shuffle per warp (five more for floats and 8-byte types). The other counters stay the same.
#include "14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4>(job);
  });
}

}  // namespace

STAGE("scan/resident", "totals posted before the scan", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .min_block(64)
    .max_n(size_t{1} << 22,
           "every block reads the totals of all blocks before it: meant for as many as run at once")
    .after("one_exchange");
