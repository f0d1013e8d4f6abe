// pack/resident · one wave, packed in shared memory
// subgroup reads the input twice and scans its counts in launches of their own. As long as all blocks fit on
// the chip together (n up to 2^22 on an H200), scan/resident's exchange does: a block loads its slice once,
// posts how many it keeps, and packs them in shared memory while the others' counts travel. The sum of the
// counts before it is its place in the output, where it writes one dense run, neighbours by neighbours.
// The last block knows the count of all. A block waits only for blocks of lower index, which started earlier.
// The kernel is in resident.cuh. Watch: 1 launch; each element is loaded once; full store sectors.
#include "04_resident.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4>(job);
  });
}

}  // namespace

STAGE("pack/resident", "one wave, packed in shared memory", run<uint32_t>, run<int32_t>)
    .min_block(64)
    .max_n(132 * 2048 * 16, "all blocks must be on the chip at once: 132 x 2048 threads of 16 elements")
    .after("subgroup");
