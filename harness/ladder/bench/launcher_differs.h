// What the launcher of a stage does otherwise than the solution's; empty: nothing.
#pragma once
#include <vector>

#include "bench/two_runs.h"

namespace bench {

Evidence blocks_differ(const stage::Stage&, const Conditions&, const Both&);  // how many there are in all

// The same launches in another order; or, where the numbers of launches differ, the first with another number of blocks.
Evidence launches_differ(const stage::Stage&, const Conditions&, const Both&);

// What it zeroes or copies to: the first that is another place.
Evidence fills_differ(const Conditions&, const Both&);

// What a hazard is past the end of, where it is larger in the solution.
Evidence memory_differs(const Conditions&, const Both&, const std::vector<simt::Hazard>&);

}  // namespace bench
