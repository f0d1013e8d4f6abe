// The executor's side of cooperative_groups.h (harness/executor/runtime/include).
#pragma once
#include <cstdint>

namespace simt {

// The barrier of all blocks of a cooperative launch. On a GPU it is two __syncthreads() with an atomic and fences of one
// thread between them, and it is counted so. (How often that thread looks whether all have come is not counted.)
void grid_sync();
bool is_cooperative();  // is this launch one?

unsigned thread_in_block();  // of the calling thread
uint64_t block_in_grid();
// The bits of `bits` that stand where `mask` has ones, side by side.
unsigned pack_bits(unsigned bits, unsigned mask);

}  // namespace simt
