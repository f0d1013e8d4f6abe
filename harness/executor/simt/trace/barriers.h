// What each barrier of a block orders: of two accesses of one word by two threads of the block, at least one of them a
// write, the barriers that the block passed between them. Used inside simt/trace.
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
// Of all that used something in one way: the last two threads, and the last one of a warp other than the last one's. An
// older use stands before at least the barriers that a newer one stands before, and so tells nothing more.
struct LastUses {
  LastUse near[2], far;
  void remember(const LastUse&);
};
struct WordUses {
  LastUses writes, atomics, reads;
};

struct BlockBarriers {
  bool on = false;
  uint32_t first_epoch = 0;  // of the block
  struct Passed {
    uint32_t place;  // index in this job
    uint32_t epoch;  // that it began, the last time
    uint64_t rounds;
  };
  std::vector<Passed> passed;  // the last one first
  std::vector<WordUses> shared;
  std::unordered_map<uintptr_t, WordUses> global;
  // What others do behind a barrier may be shown to other blocks by a thread that passes a fence: all uses of global
  // memory stand for one word, and a fence is a write of it.
  LastUses global_uses, fences;
  uint32_t known_epoch = 0;  // the last question, and its answer
  uint64_t known = 0;
};

void barriers_block_begin(Context&);
void barriers_block_end(Context&);
// All have come to the barrier at `pc`, and a new epoch has begun. `votes`: it does more than to order.
void barriers_passed(Context&, const void* pc, bool votes);
void barriers_access(Context&, uintptr_t address, unsigned bytes, const MemoryUse&, bool shared);
void barriers_fence(Context&);
BarrierUses take_barrier_uses();

}  // namespace simt::trace
