// reduce/v8.1 · one block, for small n
// v8 is made for an n that fills the device: a grid, a loop over it, a second launch for the block sums. If
// one block can hold all elements, none of this is needed: each thread asks for its vectors at once, and the
// sum of the block is the answer. What remains is the time of one launch and one trip to memory.
// The shape is fixed, whatever `block` says. The kernel is in one_block.cuh.
// Watch: 1 launch and no message between blocks; but one multiprocessor works, and all others stand idle.
#include "one_block.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  one_block<1024, 4>(job);
}

}  // namespace

STAGE("reduce/v8.1", "one block, for small n", run<float>, run<int32_t>)
    .max_n(1024 * 4 * 4, "one block must hold all elements: 1024 threads with four vectors of four")
    .after("v8");
