// The sizes at which every stage is checked.
#pragma once
#include <cstddef>
#include <vector>

#include "check/tasks.h"

namespace ladder::check {

enum class Reach {
  small,  // edges of warps, blocks and tiles, a prime, and two levels of block sums: up to about 70 000
  full,   // also 5·2^20, and the sizes that the task states for it
  gpu,    // also 5·2^20, 10·2^20 and 2^31 + 1, which exceeds an int
};

// Ascending, without duplicates. Blocks may take 1, 2 or 4 elements per thread, or tiles of 4096. A task
// with several sizes lists its own in Task::checked.
std::vector<size_t> sizes(const Task&, unsigned block, Reach reach = Reach::small);

}  // namespace ladder::check
