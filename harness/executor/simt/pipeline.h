// Asynchronous copies by one thread from global to shared memory (cp.async), and waiting for other threads'
// arrivals: for cuda_pipeline.h, cuda/barrier and cuda/latch. Included by kernels.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

// Copies `bytes` - `zero_fill` bytes and sets the remaining `zero_fill` bytes to 0. The copy is complete once
// the thread has waited for it.
void async_copy(void* to_shared, const void* from_global, size_t bytes, size_t zero_fill);
void async_commit();              // the copies requested since the last commit form a batch
void async_wait(size_t pending);  // waits for all but the last `pending` batches

// Records, for the report of a deadlock, that this thread waits at a `what` until the arrivals counted in
// `missing`, of `expected` in all (nullptr: unknown), have happened. If `what` is nullptr, the thread no
// longer waits.
void awaits_arrivals(const char* what, const uint32_t* missing = nullptr, const uint32_t* expected = nullptr);

}  // namespace ladder::simt
