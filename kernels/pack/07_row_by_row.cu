// pack/row_by_row · packed as it is loaded
// `lookahead` needs some rounds to come up to speed: at n = 2^23 it has five. In `resident` all loads are under
// way at once, but every element waits in a register, so one wave of blocks ends at 2^22. Here, as in
// `resident`, one wave has all elements. A row is packed into shared memory as soon as it is there, and only
// what it keeps is stored. Its registers take the next row. Only the last four rows wait in registers.
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
