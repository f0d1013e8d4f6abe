// reduce/best · the best stage for each n
// Up to 2^14 elements one block takes all of them, as in `v8.1`. Above that `v10.1` runs. With fewer than 16
// tiles for each of the GPU's places for blocks, one block for a place is enough. With more, up to 32 times
// as many blocks are faster; from 64 tiles on, up to 64 times. That reverses `v7.1`: there is no second
// pass, and many short blocks keep the places filled to the end. The grid need not fit at once, so places are
// counted by threads alone; resident_grid() counts those of one compiled kernel. The numbers 16, 32 and 64
// were measured on an H200 (cold, f32 and i32). `block` is not used.
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
  const device::Device& device = job.context.device();
  const unsigned places = device.multiprocessors * (device.max_threads_per_multiprocessor / kBlock);
  const size_t tiles_each = n / (kBlock * kPerThread) / places;
  const unsigned max_grid = tiles_each < 16 ? places : tiles_each < 64 ? 32 * places : 64 * places;
  reduce_by_mailbox<kBlock, kPerThread>(job, max_grid);
}

}  // namespace

STAGE("reduce/best", "the best stage for each n", run<float>, run<int32_t>).after("v10.1");
