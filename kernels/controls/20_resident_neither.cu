// controls/resident_neither · why is resident slower than one_exchange at 2^22?
// `scan/resident` without its prefetch, and with 40 registers per thread instead of 32. Only the order of the work
// differs from `scan/one_exchange`: a block adds up its tile and posts the total before it scans.
// Compare with: controls/resident_registers, controls/resident_no_prefetch and scan/one_exchange.
#include "../scan/14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4, 1536, false>(job);
  });
}

}  // namespace

STAGE("controls/resident_neither", "why is resident slower than one_exchange at 2^22?", run<uint32_t>,
      run<int32_t>, run<float>, run<uint64_t>)
    .exclusive()
    .min_block(64)
    .max_n(size_t{1} << 22, "every block reads the totals of all blocks before it");
