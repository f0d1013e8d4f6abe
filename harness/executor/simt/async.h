// The executor's side of stage/messages.h and stage/bulk_copy.h.
#pragma once
#include <cstdint>

namespace simt {

struct Word {
  uint64_t value;
  uint32_t epoch;
};
// across_gpus: at system scope, so that blocks on other GPUs can read the box, or may have written to it.
void post(void* box, unsigned value_bytes, uint64_t value, uint32_t epoch, bool across_gpus);
Word peek(const void* box, unsigned value_bytes, bool across_gpus);

struct Barrier {
  uint16_t phase, arrivals, missing;
  uint16_t is_barrier;
};
void barrier_init(Barrier*, unsigned arrivals);
void barrier_wait(Barrier*, unsigned phase);
void bulk_load(void* to_shared, const void* from_global, unsigned bytes, Barrier*);
void publish_shared_to_bulk();
void bulk_store(void* to_global, const void* from_shared, unsigned bytes);
void bulk_stores_read(int pending);

}  // namespace simt
