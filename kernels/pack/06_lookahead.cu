// pack/lookahead · bulk copies, counts posted ahead
// In `rounds` a block waits for its loads in every round. As in `scan/lookahead`, here one block per
// multiprocessor keeps a ring of tiles in shared memory, filled by bulk copies while the threads work.
// Elements move from the ring into registers, so a slot of the ring is free again as soon as its tile is
// counted. A warp packs its own part of the tile: a ballot gives every kept element its place, and the warp
// writes one dense run. The shape is fixed: it does not depend on `block`.
// Watch: hardly any load requests, one ballot for every 32 elements.
// The diff is long: the ring, its copies, and a part of the tile for each warp belong together.
#include "06_lookahead.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  lookahead(job);
}

}  // namespace

STAGE("pack/lookahead", "bulk copies, counts posted ahead", run<uint32_t>, run<int32_t>)
    .needs_sm(90)
    .after("rounds");
