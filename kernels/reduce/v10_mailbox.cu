// reduce/v10 · mailboxes: a value and its epoch in one word
// v9 pays three trips to the L2 one after the other: the sum and its fence, the ticket, reading the sums.
// Here a block posts its sum together with the number of this run as one 8-byte word, and block 0 waits until
// every word carries that number: one trip. No ticket, no fence, and no reset, as last run's words are simply
// old. Only block 0 waits, and for blocks that wait for nobody, so it cannot wait for ever. It adds the words
// in a fixed order: a float result is the same in every run. The kernel is in mailbox.cuh.
// Watch: no atomics, and half of v9's barriers in every block but the first; the loads are v9's.
#include "mailbox.cuh"

namespace {

constexpr int kVectors = 4;  // loads in flight per thread

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    reduce_by_mailbox<block, kVectors>(job, resident_grid(job, reduce<T, block, kVectors>, block));
  });
}

}  // namespace

STAGE("reduce/v10", "mailboxes", run<float>, run<int32_t>).after("v9");
