// Tests whether an index in a kernel is too narrow for 2^31 or 2^32 elements. The executor cannot process so
// many elements, so it runs only the last blocks of the launch, in reserved, mostly untouched memory. Their
// output must equal that of the last blocks for a few million elements. Used by check.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bench/result.h"
#include "bench/runner.h"
#include "check/tasks.h"
#include "stage/registry.h"

namespace ladder::bench {

struct LastBlocks {
  size_t n = 0;                       // n of the run that failed; 0: none did
  check::Verdict verdict;             // the error in its answer
  std::vector<simt::Hazard> hazards;  // hazards not found with fewer elements
};

// Runs the stage with n = 2^32 and slightly more, or with the largest n that the stage allows; if the result is
// wrong, also with 2^31. A stage whose blocks wait for others, or take their tiles from a counter, cannot be
// tested this way. `traced`: as compiled for Build::simt_traced. `doing(n)` is called before each n.
LastBlocks try_last_blocks(const stage::Stage& traced, stage::DType, unsigned block, const check::Task&,
                           bool inclusive, KernelRunner&, const std::function<void(size_t n)>& doing);

// The number of blocks in the largest launch at this n on a GPU with this many multiprocessors; few of them
// run. 0: not enough memory. As above, the stage must be for a single GPU.
uint64_t largest_launch(const stage::Stage& traced, stage::DType, unsigned block, bool inclusive, size_t n,
                        unsigned multiprocessors, KernelRunner& = local_runner());

}  // namespace ladder::bench
