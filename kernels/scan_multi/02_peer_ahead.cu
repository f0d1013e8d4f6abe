// scan_multi/peer_ahead · one pass over all GPUs
// `nccl_offsets` reads everything twice, because with one share for each GPU, the second GPU can write nothing
// until the first has read its whole share. Here the elements are dealt out: units of 4 MiB go to the GPUs in
// turn, so all GPUs work on neighbouring units at the same time. Then `scan/lookahead` runs across all GPUs: a
// block posts the total of a tile to every GPU two rounds before it scans the tile. The message crosses the
// link while the GPUs work, and each block reads its own GPU's copy.
// Watch: the elements are read once and written once. A block reads all messages that the GPUs have posted
// since its own last tile. Unlike the element loads, these loads increase with each additional GPU. The option
// --block has no effect.
// The diff is long: two passes become one, so the kernels of `nccl_offsets` are removed and this one is new.
#include "02_peer_ahead.cuh"

namespace {

template <typename T>
void run(const ScanJob<T>& job) {
  const bool large = has_large_shared(job.context.device());
  // The numbers are threads per block, elements per thread, and slots in the ring. To post totals two rounds
  // ahead, a ring needs 4 slots, so with little shared memory its tiles are smaller than in `scan/lookahead`.
  if constexpr (sizeof(T) == 4)
    large ? peer_ahead<256, 28, 7>(job) : peer_ahead<256, 20, 4>(job);
  else
    large ? peer_ahead<256, 18, 6>(job) : peer_ahead<256, 10, 4>(job);
}

}  // namespace

STAGE("scan_multi/peer_ahead", "one pass over all GPUs", run<uint32_t>, run<int32_t>, run<float>,
      run<uint64_t>)
    .inclusive_or_exclusive()
    .dealt()
    .needs_sm(90)
    .after("nccl_offsets");
