// The sizes at which every stage is checked.
#pragma once
#include <cstddef>
#include <vector>

#include "check/tasks.h"

namespace check {

enum class Reach {
  small,  // edges of warps, blocks and tiles, a prime, and sums of sums of blocks: up to about 70 000
  full,   // and 5·2^20, and what the task states for it
  gpu,    // and 5·2^20, 10·2^20 and 2^31 + 1, more than an int can count
};

// Ascending, each once. Blocks may take 1, 2 or 4 elements per thread, or tiles of 4096. The sizes that a task of several
// states itself are in Task::checked.
std::vector<size_t> sizes(const Task&, unsigned block, Reach reach = Reach::small);

}  // namespace check
