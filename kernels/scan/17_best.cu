// scan/best · resident or lookahead, in the shape that suits n
// As long as the elements fit into the registers of one wave, resident: small n in few threads each with one
// vector, then more per thread. Beyond that lookahead, with a short ring where there are few rounds.
// The table was measured on an H200 (cold, u32 inclusive and f32 exclusive; u64 apart); `block` is not what
// the job asks for, but the table's.
// Watch: the time against peer/cub_scan for small n, against ceiling/memcpy for large.
#include "16_lookahead.cuh"
#include "14_resident.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  const size_t n = job.n;
  const size_t wave = size_t{2048} * job.context.device().multiprocessors;  // threads on the chip at once
  if constexpr (sizeof(T) == 4) {
    //   n up to                        stage    block, rows or elements of a thread, stages of the ring
    if (n <= size_t{1} << 16) return resident<512, 1>(job);
    if (n <= size_t{1} << 19) return resident<1024, 1>(job);
    if (n <= wave * 8) return resident<1024, 2>(job);
    if (n <= wave * 16) return resident<512, 8>(job);
    if (n <= size_t{1} << 23) return lookahead<224, 36, 5>(job);
    return lookahead<256, 28, 7>(job);
  } else {
    if (n <= size_t{1} << 14) return resident<512, 1>(job);
    if (n <= size_t{1} << 18) return resident<512, 2>(job);
    return lookahead<256, 18, 6>(job);
  }
}

}  // namespace

STAGE("scan/best", "the best stage for each n", run<uint32_t>, run<int32_t>, run<float>, run<uint64_t>)
    .inclusive_or_exclusive()
    .after("lookahead");
