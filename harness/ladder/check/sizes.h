// The sizes at which every stage is checked.
#pragma once
#include <cstddef>
#include <vector>

#include "check/tasks.h"

namespace check {

enum class Reach {
  small,  // edges of warps, blocks and tiles, a prime, and sums of sums of blocks: up to about 70 000
  full,   // and 5·2^20, a scan also 10·2^20
  gpu,    // and 5·2^20, 10·2^20 and 2^31 + 1, more than an int can count
};

// Ascending, each once. Blocks may take 1, 2 or 4 elements per thread, or tiles of 4096.
std::vector<size_t> sizes(Task, unsigned block, Reach reach = Reach::small);

}  // namespace check
