// reduce/v8.1 · one block, for small n
// `v8` is made for an n that fills the GPU: it has a grid, a loop and a second launch for the block sums.
// If one block can hold all elements, none of this is needed. Each thread loads all its vectors at once, and
// the sum of the block is the answer. Only the time of one launch and of one trip to memory remains. This is
// a side step: `v8.2` continues from `v8`. The shape is fixed, so `block` is not used. The kernel is in the
// .cuh file, because `best` launches it in other shapes.
// Watch: 1 launch, and no other block to wait for. But one multiprocessor works, and all others are idle.
// The diff is long: this is another kernel, without the loop, the grid and the second launch of `v8`.
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
