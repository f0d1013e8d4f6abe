// The interface of the barrier of all blocks (groups.cpp) for the executor.
#pragma once

namespace simt {

void grid_barrier_launch_begin();
void grid_barrier_block_end();

}  // namespace simt
