// controls/resident_no_prefetch · what does the prefetch of resident cost?
// `scan/resident` without its prefetch: a thread does not touch the messages of the earlier blocks before it reads
// them.
// Compare with: scan/resident.
#include "../scan/14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4, 2048, false>(job);
  });
}

}  // namespace

STAGE("controls/resident_no_prefetch", "what does the prefetch of resident cost?", run<uint32_t>,
      run<int32_t>, run<float>, run<uint64_t>)
    .exclusive()
    .min_block(64)
    .max_n(size_t{1} << 22, "every block reads the totals of all blocks before it");
