// scan/lookahead · a ring of bulk copies; sums are published two tiles ahead
// decoupled_lookback waits where it hurts: it posts its sum and at once needs everyone else's. Here each
// multiprocessor has one block that goes through every grid-th tile; bulk copies bring tiles in and carry
// them out while it works. It posts a tile's sum two rounds before it scans that tile, so by then all others
// have posted theirs. It adds up those since its own last tile, all read at once (five independent loads a
// lane). All blocks must run at once, which launch_resident() makes sure of: tile b + grid waits for tile b +
// grid - 1. The shape is fixed, whatever `block` says; floats repeat to the bit. The kernel is in
// lookahead.cuh. Watch: almost no global loads and stores are left to count: the copy engine moves the
// elements.
#include "lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  if constexpr (sizeof(T) == 4)
    lookahead<384, 20, 7>(job);
  else
    lookahead<256, 18, 6>(job);
}

}  // namespace

STAGE("scan/lookahead", "bulk copies, sums published ahead", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .after("resident");
