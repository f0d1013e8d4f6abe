// scan/rounds · many tiles per block, totals a round ahead
// `resident` ends where the chip is full: every block reads the totals of all blocks before it. Here only as
// many blocks run as fit at once (a cooperative launch makes sure), and each goes from tile to tile. It loads
// the next tile and posts its total while it scans this one. So when a total is needed, it was posted a round
// ago, and no block waits. Per round a block adds only the totals since its own last tile. Any n, any GPU.
// Watch: one barrier per tile, where `resident` has two. At n = 2^20 each block has a single tile, and the
// first round, which only loads, doubles the shuffles; with many tiles it does not count. (More than 45 lines
// change: the loop indents them.)
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
    .after("resident");
