// pack/row_by_row · packed as it is loaded
// One wave holds all elements, as in `resident`, but a row is packed into shared memory as soon as it arrives,
// and its registers receive the next row. So one wave is enough for up to 2^23 elements.
// Watch, compared with `resident`: an eighth of the messages; votes (one per vector element) replace shuffles.
// The diff is long: this stage continues from `resident`, not from `lookahead`.
#include "07_row_by_row.cuh"

namespace {

template <typename T>
void run(const PackJob<T>& job) {
  row_by_row<512, 4>(job, 3);
}

}  // namespace

STAGE("pack/row_by_row", "packed as it is loaded", run<uint32_t>, run<int32_t>)
    .max_n(size_t{1} << 23,
           "every block reads the counts of all blocks before it: meant for as many as run at once")
    .after("lookahead");
