// The executor's side of stage/messages.h, stage/bulk_copy.h, stage/tensor_map.h and stage/warpgroup.h.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

struct Word {
  uint64_t value;
  uint32_t epoch;
};
// across_gpus: at system scope, because blocks on other GPUs will read the box or may have written to it.
void post(void* box, unsigned value_bytes, uint64_t value, uint32_t epoch, bool across_gpus);
Word peek(const void* box, unsigned value_bytes, bool across_gpus);

// A barrier in shared memory (mbarrier). The current phase of a barrier is complete once no arrivals and no
// copied bytes are pending. The next phase begins with the same number of pending arrivals.
struct Barrier {
  uint64_t is_barrier : 20, phase : 1, arrivals : 11, missing : 11;
  int64_t bytes : 21;  // announced but not yet copied
};
void barrier_init(Barrier*, unsigned arrivals);
void barrier_arrive(Barrier*);
void barrier_expect(Barrier*, unsigned bytes);  // announces the bytes and arrives
void barrier_wait(Barrier*, unsigned phase);
void bulk_load(void* to_shared, const void* from_global, unsigned bytes, Barrier*);
void publish_shared_to_bulk();
void bulk_store(void* to_global, const void* from_shared, unsigned bytes);
void bulk_stores_read(int pending);

// A matrix of 2-byte elements in global memory, and the size of the boxes copied from it.
struct TensorMap {
  const void* matrix;
  size_t rows, columns;
  unsigned box_rows, box_columns;  // box_columns is 32 or 64
};
void tensor_load(void* to_shared, const TensorMap&, size_t row, size_t column, Barrier*);

// Warpgroup products (wgmma): see stage/warpgroup.h.
struct SharedTile {
  const void* start;
  unsigned between;  // bytes from one group of 64 columns to the next
};
void warpgroup_multiply_add(float* sums, unsigned columns, SharedTile a, SharedTile b);
void warpgroup_commit();
void warpgroup_wait(unsigned pending);

}  // namespace ladder::simt
