// In which order the blocks of a traced launch start, and where one is left so that others run: as
// TraceOptions::schedule says, the same way each time.
#pragma once
#include <cstdint>

namespace simt::trace {

void schedule_launch_begin(bool resident);
uint64_t take_largest_launch();                          // blocks of it, since the last call
void note_launch(uint64_t blocks);                       // one of this or another process
uint64_t turns(uint64_t blocks);                         // blocks that run: see TraceOptions::last_blocks
uint64_t block_to_start(uint64_t turn, uint64_t turns);  // the one whose turn it is
unsigned most_begun();                                   // blocks that have started and not ended
bool warps_start_backwards();                            // those of a block
// Is this block left here, one time in `one_in`, for another one to run?
bool steps_aside(unsigned one_in);

}  // namespace simt::trace
