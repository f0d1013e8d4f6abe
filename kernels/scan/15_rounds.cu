// scan/rounds · many tiles per block, totals a round ahead
// Only resident blocks run (a cooperative launch), each with many tiles. While a block scans one tile, it loads the
// next and posts its total. It adds only the totals since its previous tile. Any n is supported, on any GPU.
// Watch: one barrier per tile, not two, if a block has many tiles. At n = 2^20, a block has one tile, and the first
// round only loads, so barriers stay the same, shuffles and shared requests double, and each thread divides once.
// The diff is long: the loop indents the kernel, the names distinguish two tiles, and `peek` replaces the prefetch.
#include "15_rounds.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) rounds<block, 4>(job);
  });
}

}  // namespace

STAGE("scan/rounds", "many tiles per block, totals a round ahead", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .min_block(64)
    .after("resident")
    .same_bits(kEveryRun);
