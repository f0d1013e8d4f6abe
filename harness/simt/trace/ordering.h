// What a fence and an atomic order, across blocks and within one. A thread that writes, passes a fence and
// then does an atomic *releases* what came before the fence: its own accesses, and those of others that a
// barrier or
// __syncwarp had ordered before it. A thread whose atomic meets the same word *acquires* that, and hands it
// on to others through barriers. Used by races.cpp and launch.cpp.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "simt/executor.h"
#include "simt/trace/intervals.h"
#include "simt/trace/shadow.h"

namespace simt::trace {

struct Context;

// The last fence of a lane in this block.
struct FenceState {
  uint32_t epoch = 0;  // 0: none
  uint32_t clock = 0;
  uint32_t release = 0;   // the release that this fence made, when an atomic has used it; 0: none yet
  int32_t snapshot = -1;  // of the warp's clocks
};

struct Ordering {
  Intervals block_knows;                                        // releases acquired before the last barrier
  std::array<Intervals, kMaxThreads> lane_knows, lane_pending;  // since; pending: until a fence
  std::vector<unsigned> lanes_that_know;
  std::array<FenceState, kMaxThreads> device_fence, block_fence;
  Intervals bulk_copies;
  bool any_fence = false;
  bool met_unfenced = false;  // acquired from an atomic with no fence before it: for a better message
};

void ordering_launch_begin();
void ordering_block_begin(Context&);
void ordering_barrier(Context&);
void ordering_warp_sync(Context&, unsigned warp, uint32_t lanes);
void ordering_fence(Context&, bool device);
void ordering_atomic(Context&, uintptr_t address, bool rmw, bool store, AtomicOrder);

// A bulk copy, asked for by the running lane, is done for whoever waits for its barrier.
void ordering_bulk_copy(Context&);
void ordering_bulk_arrival(Context&);

// Does the running lane know that `touch` (of another lane or block, this launch) happened before?
bool ordered_by_release(const Context&, const Touch& touch);

}  // namespace simt::trace
