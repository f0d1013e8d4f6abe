// pack/lookahead · scan/lookahead's ring, with counts for sums
// resident ends where one wave ends. For any n: one block for each multiprocessor, tiles brought by bulk
// copies, the count of the next tile posted before this one is packed. Elements go from the ring into
// registers once and stay there until they are stored, so a stage of the ring is free as soon as it is
// counted. A warp packs its own slice: a ballot gives every kept element its place, and one dense run goes
// out. All blocks must run at once, as in scan/lookahead: launch_resident(). The shape is fixed, whatever
// `block` says. The kernel is in lookahead.cuh.
// Watch: 1 launch, next to no load requests, one ballot for every 32 elements.
#include "06_lookahead.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  lookahead<512, 28, 2>(job);
}

}  // namespace

STAGE("pack/lookahead", "bulk copies, counts published ahead", run<uint32_t>, run<int32_t>).after("resident");
