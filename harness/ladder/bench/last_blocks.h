// Is an index of a kernel too narrow for 2^31 or 2^32 elements? The executor cannot run so many. It runs the last
// blocks of the launch alone, in memory that is reserved and mostly not touched. They must leave what the last blocks of
// a few million elements leave. Used by check.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bench/result.h"
#include "bench/runner.h"
#include "check/tasks.h"
#include "stage/registry.h"

namespace bench {

struct LastBlocks {
  size_t n = 0;                       // of the run that went wrong; 0: none did
  check::Verdict verdict;             // what is wrong with its answer
  std::vector<simt::Hazard> hazards;  // that fewer elements do not have
};

// At n = 2^32 and a few more, or as far as the stage takes them; where that is wrong, at 2^31, too. A stage whose blocks wait for others, or take
// their tiles from a counter, shows nothing this way. `traced`: as compiled for Build::simt_traced.
// `doing(n)` is told of each n before it is tried.
LastBlocks try_last_blocks(const stage::Stage& traced, stage::DType, unsigned block, const check::Task&,
                           bool inclusive, KernelRunner&, const std::function<void(size_t n)>& doing);

// Blocks of the largest launch at this n, of which few run. 0: there is no memory for it. As above, for a stage of one GPU.
uint64_t largest_launch(const stage::Stage& traced, stage::DType, unsigned block, bool inclusive, size_t n,
                        KernelRunner& = local_runner());

}  // namespace bench
