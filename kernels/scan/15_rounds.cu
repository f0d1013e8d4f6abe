// scan/rounds · many tiles per block, totals a round ahead
// `resident` ends where the GPU is full: every block reads the totals of all blocks before it. Here only as
// many blocks run as fit at once (a cooperative launch), and each scans one tile after the other. While it
// scans one, it loads the next and posts its total. So a total is posted a round early, and a block hardly
// ever waits for a total. Per round it adds only the totals since its own last tile. Any n, any GPU.
// Watch: one barrier per tile, not two, if a block has many tiles. At n = 2^20 it has one, and the first round
// only loads. So the barriers stay, the shuffles and shared requests double; each thread divides once, too.
// The diff is long: the loop indents the kernel, its names tell two tiles apart, and `peek` replaces the
// prefetch.
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
