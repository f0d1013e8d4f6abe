// reduce/v10.1 · mailboxes fetched early
// In `v10` block 0 looks at the messages only when its own sum is ready. If they are not in the L2 by then,
// its first look waits for memory. Here block 0 asks for them first, before it loads its elements: prefetch
// brings a line into the L2 and waits for nothing, so both trips to memory take place at the same time. The
// kernel is in the .cuh file, because `best` launches it in other shapes. For that, the elements per thread
// are a template parameter.
// Watch: the counters are those of `v10`, as they leave prefetches out. Only the time can tell, and it gains
// only in the middle: at n = 2^16 and 2^22, on an H200 and on an H100.
#include "19_v10_1_prefetch.cuh"

namespace {

constexpr int kPerThread = 16;  // elements of a tile per thread

template <typename T>
void run(const ReduceJob<T>& job) {
  with_block_size(job.block, [&](auto block) {
    constexpr int kBlock = block;
    const unsigned max_grid = resident_grid(job, reduce<T, kBlock, kPerThread>, kBlock);
    reduce_by_mailbox<kBlock, kPerThread>(job, max_grid);
  });
}

}  // namespace

STAGE("reduce/v10.1", "mailboxes fetched early", run<float>, run<int32_t>).after("v10").same_bits(kEveryRun);
