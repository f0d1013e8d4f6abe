// controls/lookahead_shallow · what does the depth of the ring bring?
// `scan/lookahead` has seven tiles in its ring and posts a total two rounds before the scan. With three tiles, a
// total is posted one round before the scan. The kernel is the same; the two effects are not separated.
// Compare with: scan/rounds and scan/lookahead.
#include "../scan/16_lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  lookahead<256, sizeof(T) == 4 ? 28 : 10, 3>(job);
}

}  // namespace

STAGE("controls/lookahead_shallow", "what does the depth of the ring bring?", run<uint32_t>, run<int32_t>,
      run<float>, run<uint64_t>)
    .exclusive()
    .needs_sm(90);
