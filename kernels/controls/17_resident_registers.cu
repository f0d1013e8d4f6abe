// controls/resident_registers · what do the registers of resident cost?
// The launch bounds of `scan/resident` make room for 2048 threads on a multiprocessor, so a thread gets at most 32
// registers, and the compiler keeps some values in memory instead. Here the bounds allow 1536 threads with 40
// registers each, as in `scan/one_exchange`. The order of work is the same as in `resident`.
// Compare with: scan/resident and scan/one_exchange.
#include "../scan/14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4, 1536>(job);
  });
}

}  // namespace

STAGE("controls/resident_registers", "what do the registers of resident cost?", run<uint32_t>, run<int32_t>,
      run<float>, run<uint64_t>)
    .exclusive()
    .min_block(64)
    .max_n(size_t{1} << 22, "every block reads the totals of all blocks before it");
