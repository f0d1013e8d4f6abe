// A tap on the replay: every warp instruction of an observed block, in the order in which its warp issued it.
// For step-by-step views of one block; costs nothing while nobody listens.
#pragma once
#include <array>
#include <cstdint>

#include "simt/executor.h"
#include "simt/trace/event.h"

namespace simt::trace {

struct WarpInstruction {
  uint64_t block;  // linear index
  unsigned warp;
  uint32_t lanes;  // active
  const void* pc;  // return address, for source_line()
  Kind kind;
  WarpOp op;                // of a warp operation
  unsigned bytes;           // per lane, of a memory access
  const uint64_t* address;  // [32], of the active lanes
  unsigned passes;          // sectors (global) or wavefronts (shared)
  // [32], of the active lanes, of a memory access or a shuffle, where it is known; else nullptr.
  const std::array<unsigned char, 16>* value = nullptr;
  const uint64_t* order =
      nullptr;  // [32], of the active lanes: the turn of each among all events of the launch
  const uint8_t* from = nullptr;  // [32], of a shuffle: the lane that each takes its value from
};

// Called on a kernel thread's small stack: keep what is needed, and look lines up later.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void launch() {}  // begins
  virtual void instruction(const WarpInstruction&) = 0;
  // All threads stand at a barrier, or the block is done; shared memory holds what it holds.
  virtual void barrier(const Worker&) = 0;
};

// While one is set, each block is replayed barrier by barrier. nullptr: nobody listens.
void set_observer(Observer*);

}  // namespace simt::trace
