// The executor's interface to the grid-wide barrier (groups.cpp).
#pragma once

namespace ladder::simt {

void grid_barrier_launch_begin();
void grid_barrier_block_end();

}  // namespace ladder::simt
