// Puts the lanes of a warp together again: from what each lane did to what the warp issued, and what it cost.
// Used inside simt/trace.
#pragma once
#include <cstdint>
#include <vector>

#include "simt/observation.h"
#include "simt/trace/context.h"

namespace simt::trace {

// Consumes the events that the block's lanes, or those of one warp, have gathered.
void replay(Context&);
void replay_warp(Context&, unsigned warp);

// Scales what this launch counted from the sampled blocks to all, and adds it to the job.
void finish_launch_counters(uint64_t sampled_blocks, uint64_t total_blocks);

struct PlaceCost {  // one place in the program
  uint32_t pc = 0;  // offset
  uint64_t executions = 0;
  Counters counters = {};
  uint64_t extra_sectors = 0, extra_wavefronts = 0;  // as in LineCost
};
struct JobCost {
  std::vector<PlaceCost> places;
  uint64_t launches = 0, sampled_blocks = 0, total_blocks = 0;
};
JobCost take_costs();

}  // namespace simt::trace
