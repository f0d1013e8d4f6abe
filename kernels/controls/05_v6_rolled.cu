// controls/v6_rolled · are there eight loads in flight without unrolling?
// nvcc unrolls the loop over a tile's eight elements by itself, because their number is a constant. `#pragma unroll 1`
// prevents this. Then a thread adds each element before it loads the next one, as in `v6_one`, but with the guards,
// the tiles and the grid of `v6`. Compare with: reduce/v6 and controls/v6_one.
#include "02_v6_loads.cuh"

STAGE("controls/v6_rolled", "are there eight loads in flight without unrolling?", run<float, 8, 1>,
      run<int32_t, 8, 1>)
    .min_block(64);
