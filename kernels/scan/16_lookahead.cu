// scan/lookahead · a ring of bulk copies
// One block per multiprocessor keeps a ring of tiles in shared memory that bulk copies fill and empty while the threads
// work (sm_90). A thread owns consecutive elements; a total is posted two rounds before the scan. `block` is not used.
// Watch: few load and store requests: one for each bulk copy (the load counters of ncu omit these), and the messages.
// Shared loads more than double. Even without bank conflicts, a warp needs four wavefronts for 16-byte vectors.
// The diff is long: the ring and its copies are new, and a thread owns consecutive elements, not rows.
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
