// matmul_bf16/specialised · one warpgroup requests copies, two multiply
// The producer waits for an empty buffer and requests the next copies; the consumers wait for a full one and multiply.
// No barrier stops all threads any longer. A block computes several tiles, so the copies for the next tile begin while
// the current results are stored. `block` is not used: there is one block of 384 threads per multiprocessor.
// Watch: no barriers inside the loop.
// The diff is long: the loop is divided between two kinds of warpgroups, and a loop over tiles surrounds each half.
#include "09_specialised.cuh"

#include "stage/warpgroup.h"

namespace {

void run(const Matrices& job) { multiply_by_tiles<256>(job); }

}  // namespace

STAGE("matmul_bf16/specialised", "one warpgroup requests copies, two multiply", run)
    .after("wgmma")
    .only_sm(90);
