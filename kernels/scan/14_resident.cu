// scan/resident · one wave: every block on the chip at once
// decoupled_lookback takes one step back after the other. As long as all blocks fit on the chip together (n
// up to 2^22 on an H200), no step is needed: each block loads its slice once into registers, posts its total
// as soon as it has it, scans its slice while the totals travel, adds up those of all blocks before it, and
// stores once. One exchange through the L2, paid once.
// A block waits only for blocks of lower index. They start no later than it does (CUB relies on that, too)
// and wait only for still lower ones, so no wait is for ever. Sums are added in a fixed order: floats repeat.
// The kernel is in resident.cuh. Watch: 1 launch; every element is loaded once and stored once.
#include "14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4>(job);
  });
}

}  // namespace

STAGE("scan/resident", "one wave, one exchange of totals", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .min_block(64)
    .max_n(132 * 2048 * 16, "all blocks must be on the chip at once: 132 x 2048 threads of 16 elements")
    .after("decoupled_lookback");
