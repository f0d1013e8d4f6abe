// controls/best_one_wave · more blocks, or larger ones?
// For large n, `reduce/best` makes two changes to `reduce/v10.1`: blocks of 512 threads, and more blocks than
// can run at once (32 waves at n = 2^28). Here only the block size differs: for every n, one wave of 512-thread
// blocks. Compare with: reduce/v10.1, reduce/best and the other control of best. `block` is not used.
#include "../reduce/19_v10_1_prefetch.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  constexpr int kBlock = 512, kPerThread = 16;
  constexpr unsigned kPlaces = 132 * (2048 / kBlock);  // multiprocessors of an H200, times blocks on each
  reduce_by_mailbox<kBlock, kPerThread>(job, kPlaces);
}

}  // namespace

STAGE("controls/best_one_wave", "more blocks, or larger ones? One wave of blocks of 512", run<float>,
      run<int32_t>)
    .same_bits(kEveryRun);
