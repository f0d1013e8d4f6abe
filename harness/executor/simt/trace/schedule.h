// The order in which the blocks of a traced launch start, and the points at which one is suspended so that
// others run: determined by TraceOptions::schedule, the same each time.
#pragma once
#include <cstdint>

namespace simt::trace {

void schedule_launch_begin(bool resident);
uint64_t take_largest_launch();                          // number of blocks, since the last call
void note_launch(uint64_t blocks);                       // a launch of this or another process
uint64_t turns(uint64_t blocks);                         // how many blocks run: see TraceOptions::last_blocks
uint64_t block_to_start(uint64_t turn, uint64_t turns);  // the block that starts in this turn
unsigned most_begun();                                   // blocks that have started and not finished
bool warps_start_backwards();                            // warps of a block
// Is this block suspended here, with a chance of one in `one_in`, so that another one runs?
bool steps_aside(unsigned one_in);

}  // namespace simt::trace
