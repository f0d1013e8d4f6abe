// pack/best · resident or lookahead, in the shape that suits n
// As long as the elements fit into the registers of one wave, resident, with more rows per thread as n grows;
// beyond that lookahead. The table was measured on an H200 (cold, u32, random input: 3 of 8 kept); `block` is
// not what the job asks for, but the table's.
// Watch: the time against peer/cub_select, for each n.
#include "06_lookahead.cuh"
#include "04_resident.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  const size_t n = job.n;
  const size_t wave = size_t{2048} * job.context.device().multiprocessors;  // threads on the chip at once
  //   n up to                        stage    block, rows or elements of a thread, stages of the ring
  if (n <= size_t{1} << 18) return resident<512, 1>(job);
  if (n <= size_t{1} << 19) return resident<1024, 1>(job);
  if (n <= wave * 8) return resident<1024, 2>(job);
  if (n <= wave * 16) return resident<512, 8>(job);
  return lookahead<512, 28, 2>(job);
}

}  // namespace

STAGE("pack/best", "the best stage for each n", run<uint32_t>, run<int32_t>).after("lookahead");
