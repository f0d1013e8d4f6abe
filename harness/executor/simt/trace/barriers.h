// Records what each barrier of a block orders: for two accesses to one word by two threads in the block, at
// least one of which is a write, the barriers that the block passed between the accesses. Used inside
// simt/trace.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/barriers.h"
#include "simt/trace/shadow.h"

namespace ladder::simt::trace {

struct Context;
struct MemoryUse;

struct LastUse {
  uint32_t epoch = 0, clock = 0;  // see Touch
  uint16_t lane = 0;
};
// Of all uses of one kind: those by the last two threads, and the last use by a warp other than the warp of the
// most recent user. All barriers that follow a newer use also follow an older one, so the older use adds no
// information.
struct LastUses {
  LastUse near[2], far;
  void remember(const LastUse&);
};
struct WordUses {
  LastUses writes, atomics, reads;
};

struct BlockBarriers {
  bool on = false;
  uint32_t first_epoch = 0;  // the block's first epoch
  struct Passed {
    uint32_t place;  // index in this job
    uint32_t epoch;  // the epoch in which it was last passed
    uint64_t rounds;
  };
  std::vector<Passed> passed;                     // most recent first
  std::unordered_map<uintptr_t, WordUses> words;  // of shared and global memory
  // By executing a fence, a thread may publish to other blocks the accesses of threads on the other side of a
  // barrier. All uses of global memory therefore count as uses of one word, and a fence counts as a write to
  // this word.
  LastUses global_uses, fences;
  uint32_t known_epoch = 0;  // the last query, whose answer is `known`
  uint64_t known = 0;
};

// The data collected for this job until the result is taken.
struct JobBarriers {
  std::vector<const void*> places;
  std::vector<uint64_t> rounds;         // the largest number of rounds of any block
  std::unordered_set<uint64_t> one_of;  // bit masks of places, as in BarrierUses
  std::vector<uint64_t> smallest;       // the masks that contain no other mask
  bool complete = true;
};

void barriers_block_begin(Context&);
void barriers_block_end(Context&);
// All threads have reached the barrier at `pc`, and a new epoch has begun. `votes`: this barrier also has
// a purpose other than ordering accesses.
void barriers_passed(Context&, const void* pc, bool votes);
void barriers_access(Context&, uintptr_t address, unsigned bytes, const MemoryUse&, bool shared);
void barriers_fence(Context&);
BarrierUses take_barrier_uses();

}  // namespace ladder::simt::trace
