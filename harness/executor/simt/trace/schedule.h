// The order in which the blocks of a traced launch start, and the points at which a block is suspended so that
// others run. TraceOptions::schedule determines the order and the points, so the same value always gives the
// same schedule.
#pragma once
#include <array>
#include <cstdint>

namespace ladder::simt::trace {

constexpr uint64_t kGroup = 8;  // the number of neighbouring blocks whose order is permuted

struct Schedule {
  uint32_t random = 0;  // the state of the generator
  bool all_resident = false;
  std::array<uint8_t, kGroup> order{};  // a permutation, the same for all groups of a launch
  uint64_t largest_launch = 0;
};

void schedule_launch_begin(bool resident);
uint64_t take_largest_launch();     // the number of blocks in the largest launch since the last call
void note_launch(uint64_t blocks);  // reports a launch by this or another process
uint64_t turns(uint64_t blocks);    // the number of blocks that run: see TraceOptions::last_blocks
uint64_t block_to_start(uint64_t turn, uint64_t turns);  // the block that starts in this turn
unsigned most_begun();         // the largest number of blocks that have started but not ended
bool warps_start_backwards();  // true if a block's warps start in reverse order
// With probability 1 / `one_in`, suspends this block here, so that another block runs.
bool steps_aside(unsigned one_in);

}  // namespace ladder::simt::trace
