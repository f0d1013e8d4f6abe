// scan/best · the best stage for each n
// As long as the elements fit into the registers of one wave of blocks, `resident` runs. For small n, each of many
// threads holds one vector; for larger n, each holds more. Beyond that, `lookahead` runs on GPUs with bulk copies
// (sm_90 and up), and `rounds` on older ones. Shapes and limits were measured on an H200 (cold cache). They are
// the same on every GPU. From sm_90 on, every bit of a float result is the same, too. `block` is not used.
// Watch: the time compared with peer/cub_scan for small n, and with ceiling/memcpy for large n.
// The diff is long: it contains the whole kernels of `resident` and `rounds`. Only the table in `run` is new.
#include "14_resident.cuh"
#include "15_rounds.cuh"
#include "16_lookahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  const size_t n = job.n;
  const device::Device& gpu = job.context.device();
  constexpr size_t kThreads = 132 * 1024;  // that an H200 runs at once, with 64 registers each
  if constexpr (sizeof(T) == 4) {
    //   n up to                       stage    block, rows or elements per thread, slots in the ring
    if (n <= size_t{1} << 16) return resident<512, 1>(job);
    if (n <= kThreads * 4) return resident<1024, 1>(job);
    if (n <= kThreads * 16) return resident<1024, 2>(job);
    if (n <= kThreads * 32) return resident<512, 8>(job);
    if (!gpu.bulk_copies) return rounds<512, 4>(job);
    if (n <= kThreads * 64)
      return has_large_shared(gpu) ? lookahead<224, 36, 5>(job) : lookahead<224, 36, 3>(job);
  } else {
    if (n <= size_t{1} << 14) return resident<512, 1>(job);
    if (n <= kThreads * 2) return resident<512, 2>(job);
    if (!gpu.bulk_copies) return rounds<512, 4>(job);
  }
  lookahead(job);
}

}  // namespace

STAGE("scan/best", "the best stage for each n", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .after("lookahead")
    .same_bits(kEveryRun | kEveryBlock | kEverySm90);
