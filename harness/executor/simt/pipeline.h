// Asynchronous copies by one thread from global to shared memory (cp.async): for cuda_pipeline.h. Included by
// kernels.
#pragma once
#include <cstddef>

namespace ladder::simt {

// Copies `bytes` - `zero_fill` bytes and sets the remaining `zero_fill` bytes to 0. The copy is complete once
// the thread has waited for it.
void async_copy(void* to_shared, const void* from_global, size_t bytes, size_t zero_fill);
void async_commit();              // the copies requested since the last commit form a batch
void async_wait(size_t pending);  // waits for all but the last `pending` batches

}  // namespace ladder::simt
