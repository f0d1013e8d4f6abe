// controls/v6_one · fewer trees, or more loads in flight?
// `reduce/v6` makes two changes: a block runs one tree for many elements, and a thread can have eight loads in
// flight. This is `v6` with at most one load in flight. For large n, it has the same grid as `v6`. Compare
// with: reduce/v5, reduce/v6 and the other controls of v6.
#include "02_v6_loads.cuh"

STAGE("controls/v6_one", "fewer trees, or more loads in flight? One load", run<float, 1>, run<int32_t, 1>)
    .min_block(64);
