// matmul/spread_copies · copies among the products
// A step of `fragments_ahead` begins with all copies for a later step, up to 20 per thread, and the warps wait
// for their turn to start them. Here a thread starts one or two copies before a product. The copies are
// unconditional: at the end, the last tiles are copied again, so that no branch divides the loop.
// Watch: more global load sectors, because of the repeated copies. On an H200, watch the time.
// The diff is long: the loop becomes a function, which `stream_k` calls too.
#include "13_spread_copies.cuh"

namespace {

void run(const MatmulJob<float>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 128 && block <= 256) multiply_spread_if_whole<block, 16, 16>(job);
  });
}

}  // namespace

STAGE("matmul/spread_copies", "copies among the products", run)
    .after("fragments_ahead")
    .min_block(128)
    .max_block(256);
