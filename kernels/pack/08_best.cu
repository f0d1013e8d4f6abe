// pack/best · the best stage for each n
// While the elements fit into one wave of blocks, `resident` runs, with more rows per thread as n grows, and then
// `row_by_row`, with more rounds. Beyond that, `lookahead` runs on GPUs with bulk copies (sm_90 and up), and `rounds`
// on older ones. The limits depend on the GPU's multiprocessors, threads and shared memory. The shapes were measured
// on an H200 and an H100 (cold cache, u32, random input: 3 of 8 kept). The stage chooses the block size.
// Watch: the time compared with peer/cub_select, for each n.
// The diff is long: it contains the kernels of the other stages. Only the table in `run` is new.
#include "04_resident.cuh"
#include "05_rounds.cuh"
#include "06_lookahead.cuh"
#include "07_row_by_row.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  const size_t n = job.n;
  const device::Device& gpu = job.context.device();
  const size_t threads = size_t{gpu.multiprocessors} * 1024;  // run at once, with 64 registers each
  const size_t wave = gpu.max_threads_per_multiprocessor / 1024 * threads;  // with 32 each, in blocks of 1024
  const bool large = has_large_shared(gpu);
  //   n up to                       stage    block, rows or elements per thread, slots in the ring
  if (n <= threads / 4) return resident<512, 1>(job);
  if (n <= threads * 4) return resident<512, 2>(job);
  if (n <= wave * 8) return resident<1024, 2>(job);
  if (large && n <= threads * 64) return row_by_row<512, 4>(job, static_cast<int>((n - 1) / (threads * 16)));
  if (large && n <= threads * 84) return row_by_row<512, 7>(job, 2);
  if (n <= threads * 32) return resident<512, 8>(job);
  if (!gpu.bulk_copies) return rounds<512, 4>(job);
  lookahead(job);
}

}  // namespace

STAGE("pack/best", "the best stage for each n", run<uint32_t>, run<int32_t>).after("row_by_row");
