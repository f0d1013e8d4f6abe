// The executor's side of cooperative_groups.h (harness/executor/runtime/include).
#pragma once
#include <cstdint>

namespace ladder::simt {

// The barrier for all blocks of a cooperative launch. On a GPU, this barrier consists of two __syncthreads()
// and, between them, an atomic and fences by one thread. The barriers, the atomic and the fences are counted,
// but the polling by that thread is not.
void grid_sync();
bool is_cooperative();  // is this launch cooperative?

unsigned thread_in_block();  // the calling thread's index in its block
uint64_t block_in_grid();
// The bits of `bits` at those positions where `mask` has ones, packed into the lowest positions.
unsigned pack_bits(unsigned bits, unsigned mask);

}  // namespace ladder::simt
