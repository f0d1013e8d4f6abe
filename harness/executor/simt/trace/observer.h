// Observes the replay: every warp instruction of an observed block, in the order in which its warp issued it.
// Used for step-by-step views of one block; has no overhead if no observer is set.
#pragma once
#include <array>
#include <cstdint>

#include "simt/executor.h"
#include "simt/trace/event.h"

namespace ladder::simt::trace {

struct WarpInstruction {
  uint64_t block;  // linear index
  unsigned warp;
  uint32_t lanes;  // active lanes
  const void* pc;  // return address, for source_line()
  Kind kind;
  WarpOp op;                // for a warp operation
  unsigned bytes;           // per lane, for a memory access
  const uint64_t* address;  // [32], for the active lanes
  unsigned passes;          // sectors (global) or wavefronts (shared)
  // [32], for the active lanes of a memory access or a shuffle, if the values are known; otherwise nullptr.
  const std::array<unsigned char, 16>* value = nullptr;
  const uint64_t* order = nullptr;  // [32], for the active lanes: the position among all events of the launch
  const uint8_t* from = nullptr;    // [32], for a shuffle: each lane's source lane
};

// Called on a kernel thread's small stack, so it should only store the necessary data and look up lines later.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void launch() {}  // a launch begins
  virtual void instruction(const WarpInstruction&) = 0;
  // All threads are at a barrier, or the block has finished; shared memory has not changed since.
  virtual void barrier(const Worker&) = 0;
};

// While an observer is set, each block is replayed from barrier to barrier. nullptr: no observer.
void set_observer(Observer*);

}  // namespace ladder::simt::trace
