// scan/lookahead · a ring of bulk copies; sums are published two tiles ahead
// decoupled_lookback posts its sum and at once needs everyone else's. Here each multiprocessor has one block
// that goes through every grid-th tile; bulk copies bring tiles in and out while it works. It posts a tile's
// sum two rounds before it scans that tile: by then the others have posted theirs, and it adds up those since
// its own last tile, all read at once. Floats repeat to the bit. All blocks must run together, as tile
// b + grid waits for tile b + grid - 1: launch_resident(). The shape is fixed, whatever `block` says.
// The kernel is in lookahead.cuh. Watch: 1 launch; the copy engine moves the elements, unseen by the
// counters.
#include "16_lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  if constexpr (sizeof(T) == 4)
    lookahead<256, 28, 7>(job);
  else
    lookahead<256, 18, 6>(job);
}

}  // namespace

STAGE("scan/lookahead", "bulk copies, sums published ahead", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .after("resident");
