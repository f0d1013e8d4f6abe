// reduce/best · v8.1 or v10, in the shape that suits n
// Small n is a matter of latency: up to 2^14 one block holds all elements. Then as many blocks as there are
// tiles, up to a full device. From 2^26 on more blocks than that, of two or four tiles each: while block 0
// collects, the others still run, and a block that ends at once leaves its place to one that loads. The table
// was measured on an H200 (cold, f32 and i32); `block` is not what the job asks for, but the table's.
// Watch: the time against v10 and against peer/cub_reduce, for each n.
#include "mailbox.cuh"
#include "one_block.cuh"

namespace {

template <typename T>
void run(const ReduceJob<T>& job) {
  const size_t n = job.n;
  const unsigned multiprocessors = job.context.device().multiprocessors;
  //   n up to                                  block, vectors         blocks at most
  if (n <= size_t{1} << 10) return one_block<128, 2>(job);
  if (n <= size_t{1} << 12) return one_block<256, 4>(job);
  if (n <= size_t{1} << 13) return one_block<512, 4>(job);
  if (n <= size_t{1} << 14) return one_block<1024, 4>(job);
  if (n <= size_t{1} << 26) return reduce_by_mailbox<512, 4>(job, 4 * multiprocessors);
  if (n <= size_t{1} << 28) return reduce_by_mailbox<512, 4>(job, 128 * multiprocessors);
  return reduce_by_mailbox<512, 4>(job, 256 * multiprocessors);
}

}  // namespace

STAGE("reduce/best", "the best stage for each n", run<float>, run<int32_t>).after("v10");
