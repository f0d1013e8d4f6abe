// reduce/best · the best stage for each n
// Up to 2^14 elements, one block adds all of them, as in `v8.1`. Above 2^14, `v10.1` runs with blocks of 512
// threads; an H200 runs 528 of them at once (one wave). With fewer than 16 tiles for each of these 528 blocks,
// there is one wave; with 16 or more, up to 32 waves; with 64 or more, up to 64. At 2^28, on H200s, one wave of
// the same blocks (controls/best_one_wave) took as long as 32 waves in one recorded run and a few percent longer in
// another. The grid depends on n alone, so a float sum is bitwise identical on every GPU. The blocks need not all fit
// at once, because only block 0 waits. (CUDA does not guarantee that the others start meanwhile.) `block` is not used.
// Watch: the time compared with `v10.1` and with peer/cub_reduce, for each n.
// The diff is long: it contains the whole kernel of `v8.1`. Only the choice in `run` is new.
#include "15_v8_1_one_block.cuh"
#include "19_v10_1_prefetch.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  const size_t n = job.n;
  //                                           threads, elements per thread
  if (n <= size_t{1} << 10) return one_block<128, 8>(job);
  if (n <= size_t{1} << 12) return one_block<256, 16>(job);
  if (n <= size_t{1} << 13) return one_block<512, 16>(job);
  if (n <= size_t{1} << 14) return one_block<1024, 16>(job);

  constexpr int kBlock = 512, kPerThread = 16;
  constexpr unsigned kPlaces = 132 * (2048 / kBlock);  // multiprocessors of an H200, times blocks on each
  const size_t tiles_each = n / (kBlock * kPerThread) / kPlaces;
  const unsigned max_grid = tiles_each < 16 ? kPlaces : tiles_each < 64 ? 32 * kPlaces : 64 * kPlaces;
  reduce_by_mailbox<kBlock, kPerThread>(job, max_grid);
}

}  // namespace

STAGE("reduce/best", "the best stage for each n", run<float>, run<int32_t>)
    .after("v10.1")
    .same_bits(kEveryRun | kEveryBlock | kEveryGpu);
