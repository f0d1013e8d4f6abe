// pack/resident · packed in shared memory
// While the counts are on their way, a block packs its kept elements in shared memory. Then it writes them as
// one dense run. It loads rows of vectors, as in `scan/rows`; a thread holds one bit for each of its elements.
// Watch: store requests fall to two fifths, store sectors by 23 %, load requests to a quarter. Shuffles replace the
// votes, and shared requests rise.
// The diff is long: rows of vectors, one bit for each element, and the packing cannot be introduced separately.
#include "04_resident.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    if constexpr (block >= 64) resident<block, 4>(job);
  });
}

}  // namespace

STAGE("pack/resident", "packed in shared memory", run<uint32_t>, run<int32_t>)
    .min_block(64)
    .max_n(size_t{1} << 22,
           "every block reads the counts of all blocks before it: meant for as many as run at once")
    .after("one_exchange");
