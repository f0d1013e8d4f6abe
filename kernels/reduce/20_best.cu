// reduce/best · the best stage for each n
// Up to 2^14 elements one block takes all of them, as in `v8.1`. Above that `v10.1` runs. An H200 has places
// for 528 blocks at once. With fewer than 16 tiles for each place, one block for a place is enough. With more,
// up to 32 times as many blocks are faster; from 64 tiles on, up to 64 times. That reverses `v7.1`: there is no
// second pass, and many short blocks keep the places filled to the end. The numbers were measured on an H200
// (cold, f32 and i32). The grid follows from n alone, so a float sum is the same to the bit on every GPU; it
// need not fit at once, since only block 0 waits. `block` is not used.
// Watch: the time against `v10.1` and against peer/cub_reduce, for each n.
// The diff is long: it has the kernel of `v8.1`, whole. New is only the choice in `run`.
#include "15_v8_1_one_block.cuh"
#include "19_v10_1_prefetch.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  const size_t n = job.n;
  //                                           threads, elements of a thread
  if (n <= size_t{1} << 10) return one_block<128, 8>(job);
  if (n <= size_t{1} << 12) return one_block<256, 16>(job);
  if (n <= size_t{1} << 13) return one_block<512, 16>(job);
  if (n <= size_t{1} << 14) return one_block<1024, 16>(job);

  constexpr int kBlock = 512, kPerThread = 16;
  constexpr unsigned kPlaces = 132 * (2048 / kBlock);  // multiprocessors of an H200, and blocks on each
  const size_t tiles_each = n / (kBlock * kPerThread) / kPlaces;
  const unsigned max_grid = tiles_each < 16 ? kPlaces : tiles_each < 64 ? 32 * kPlaces : 64 * kPlaces;
  reduce_by_mailbox<kBlock, kPerThread>(job, max_grid);
}

}  // namespace

STAGE("reduce/best", "the best stage for each n", run<float>, run<int32_t>)
    .after("v10.1")
    .same_bits(kEveryRun | kEveryBlock | kEveryGpu);
