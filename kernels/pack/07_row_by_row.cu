// pack/row_by_row · packed as it is loaded
// One wave has all elements, as in `resident`, but a row is packed into shared memory as soon as it arrives, and its
// registers take the next row. So one wave reaches to 2^23 elements.
// Watch, against `resident`: an eighth of the messages, a vote for each element of a vector in place of shuffles.
// The diff is long: it goes from `resident` on, not from `lookahead`.
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
