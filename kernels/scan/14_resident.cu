// scan/resident · totals posted before the scan
// In `one_exchange` a block scans its slice, and posts its total only then. But all other blocks wait for
// that total. Here a block adds up its slice first, posts the total, and scans the slice while the totals
// travel. Each thread also asks for the messages that it will read before it does anything else (a prefetch
// into the L2 cache), and the launch bounds let two blocks of 1024 threads share a multiprocessor. The order
// of the additions is fixed: a float result is the same in every run.
// Watch: the shuffles rise by the additions of the total; all else stays.
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
