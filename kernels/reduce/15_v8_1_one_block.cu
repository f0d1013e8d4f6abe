// reduce/v8.1 · one block, for small n
// One block holds all elements, with no grid, loop or second launch. `v8.2` continues from `v8`. `block` is not used.
// Watch: 1 launch, and no other block to wait for. But only one multiprocessor works; the others are idle.
// The diff is long: this is a different kernel, without the loop, the grid and the second launch of `v8`.
#include "15_v8_1_one_block.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  one_block<1024, 16>(job);
}

}  // namespace

STAGE("reduce/v8.1", "one block, for small n", run<float>, run<int32_t>)
    .max_n(1024 * 16, "one block must hold all elements: 1024 threads with four vectors of four")
    .after("v8");
