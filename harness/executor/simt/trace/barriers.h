// What each barrier of a block orders: for two accesses of one word by two threads of the block, at least one
// of them a write, the barriers that the block passed between them. Used inside simt/trace.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/barriers.h"
#include "simt/trace/shadow.h"

namespace simt::trace {

struct Context;
struct MemoryUse;

struct LastUse {
  uint32_t epoch = 0, clock = 0;  // as in Touch
  uint16_t lane = 0;
};
// For all uses of one kind: those by the last two threads, and the last one by a warp other than the most recent
// one's. An older use precedes at least the barriers that a newer one precedes, so it adds no information.
struct LastUses {
  LastUse near[2], far;
  void remember(const LastUse&);
};
struct WordUses {
  LastUses writes, atomics, reads;
};

struct BlockBarriers {
  bool on = false;
  uint32_t first_epoch = 0;  // first epoch of the block
  struct Passed {
    uint32_t place;  // index in this job
    uint32_t epoch;  // in which it was last passed
    uint64_t rounds;
  };
  std::vector<Passed> passed;  // most recent first
  std::vector<WordUses> shared;
  std::unordered_map<uintptr_t, WordUses> global;
  // A thread that passes a fence may publish to other blocks what others do after a barrier. So all uses of
  // global memory count as one word, and a fence is a write to it.
  LastUses global_uses, fences;
  uint32_t known_epoch = 0;  // the last query and its answer
  uint64_t known = 0;
};

void barriers_block_begin(Context&);
void barriers_block_end(Context&);
// All threads have reached the barrier at `pc`, and a new epoch has begun. `votes`: it does more than order
// accesses.
void barriers_passed(Context&, const void* pc, bool votes);
void barriers_access(Context&, uintptr_t address, unsigned bytes, const MemoryUse&, bool shared);
void barriers_fence(Context&);
BarrierUses take_barrier_uses();

}  // namespace simt::trace
