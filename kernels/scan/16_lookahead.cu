// scan/lookahead · a ring of bulk copies
// In `rounds` a block waits for its loads in every round. Here one block per multiprocessor keeps a ring of
// tiles in shared memory; a slot holds one tile. Bulk copies fill and empty it while the threads work: one
// thread asks, and the hardware moves a whole tile (sm_90 and up). A thread owns neighbouring elements, so a
// warp scans once per tile, not once per row. A total is posted two rounds before the scan. The
// option --block changes nothing here.
// Watch: few load and store requests: one for each bulk copy (ncu does not count them), and the messages.
// Shared loads more than double. A vector of 16 bytes needs four wavefronts for a warp, without any conflict.
// The diff is long: the ring and its copies are new, and a thread owns neighbouring elements, not rows.
#include "16_lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  lookahead(job);
}

}  // namespace

STAGE("scan/lookahead", "a ring of bulk copies", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .needs_sm(90)
    .after("rounds")
    .same_bits(kEveryRun | kEveryBlock | kEverySm90);
