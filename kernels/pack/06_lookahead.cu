// pack/lookahead · bulk copies, counts posted ahead
// As in `scan/lookahead`, one block per multiprocessor keeps a ring of tiles in shared memory, filled by bulk copies.
// A slot is free again once its tile is counted. A warp packs its part of the tile with ballots. `block` is not used.
// Watch: hardly any load requests, and one ballot for every 32 elements.
// The diff is long: the ring, its copies, and a part of the tile for each warp cannot be introduced separately.
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
