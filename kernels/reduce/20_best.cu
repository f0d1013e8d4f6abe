// reduce/best · the best stage for each n
// For small n, latency counts. Up to 2^14 elements one block takes all of them, as in `v8.1`: that needs
// nothing of the device but one multiprocessor. Above that `v10.1` runs, and its grid follows from the
// device. It has `places` for blocks: a block for each is enough while a block has up to 16 tiles. With more
// tiles each, many more blocks than places are faster: while block 0 collects, others still load, and a block
// that ends leaves its place to the next one. The factors 32 and 64 were measured on an H200 (cold, f32 and
// i32). `block` is not used.
// Watch: the time against `v10.1` and against peer/cub_reduce, for each n.
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
