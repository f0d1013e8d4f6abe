// Reassembles a warp from its lanes: turns the actions of the lanes into the instructions that the warp issued,
// with their costs. Used inside simt/trace.
#pragma once
#include <cstdint>
#include <vector>

#include "simt/observation.h"
#include "simt/trace/context.h"

namespace ladder::simt::trace {

// Consumes the events collected for all lanes of the block, or for the lanes of one warp.
void replay(Context&);
void replay_warp(Context&, unsigned warp);

// Scales the counts of this launch from the sampled blocks up to all blocks, and adds them to those of the job.
void finish_launch_counters(uint64_t sampled_blocks, uint64_t total_blocks);

struct PlaceCost {  // one place in the program
  uint32_t pc = 0;  // offset
  uint64_t executions = 0;
  Counters counters = {};
  uint64_t extra_sectors = 0, extra_wavefronts = 0;  // see LineCost
};
struct JobCost {
  std::vector<PlaceCost> places;
  uint64_t launches = 0, sampled_blocks = 0, total_blocks = 0;
};
JobCost take_costs();

}  // namespace ladder::simt::trace
