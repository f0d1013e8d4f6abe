// pack/rounds · many tiles per block, counts a round ahead
// As in `scan/rounds`, only resident blocks run (a cooperative launch), each with many tiles. A block loads the
// next tile and posts its count while it packs the current one. Any n is supported, on any GPU.
// Watch: load and store sectors stay the same. At n = 2^20, each block has one tile, and the first round, which only
// loads, doubles shuffles and barriers.
// The diff is long: the loop over the tiles indents the kernel, and new names distinguish two tiles.
#include "05_rounds.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) rounds<block, 4>(job);
  });
}

}  // namespace

STAGE("pack/rounds", "many tiles per block, counts a round ahead", run<uint32_t>, run<int32_t>)
    .min_block(64)
    .after("resident");
