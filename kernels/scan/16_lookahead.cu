// scan/lookahead · a ring of bulk copies
// In `rounds` a block waits for its loads in every round, and its registers hold only two tiles. Here one
// block per multiprocessor keeps a ring of tiles in shared memory. The copy engine fills and empties it while
// the threads work. A thread owns neighbouring elements, so a warp needs one scan per tile, and a tile's
// total is posted two rounds before the tile is scanned. The shape is fixed: it does not depend on `block`.
// Watch: hardly a load or store request is left: one for each bulk copy, with all its sectors. (ncu does not
// count those.) Shared requests double, with 3.6 wavefronts each. (More than 45 lines change: ring, copies
// and layout belong together.)
#include "16_lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  const bool large = job.context.device().max_shared_per_block >= size_t{227} << 10;  // H100, H200, B200
  if constexpr (sizeof(T) == 4)
    large ? lookahead<256, 28, 7>(job) : lookahead<256, 20, 4>(job);
  else
    large ? lookahead<256, 18, 6>(job) : lookahead<256, 10, 4>(job);
}

}  // namespace

STAGE("scan/lookahead", "a ring of bulk copies", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .needs_sm(90)
    .after("rounds");
