// What the launcher of a stage does otherwise than the solution's: a sentence each, or "".
#pragma once
#include <string>
#include <vector>

#include "bench/two_runs.h"

namespace bench {

std::string blocks_differ(const stage::Stage&, const Conditions&, const Both&);  // how many there are in all

// The same launches in another order; or, where the numbers of launches differ, the first with another number of blocks.
std::string launches_differ(const stage::Stage&, const Conditions&, const Both&);

// What it zeroes or copies to: the first that is another place.
std::string fills_differ(const Conditions&, const Both&);

// What a hazard is past the end of, where it is larger in the solution.
std::string memory_differs(const Conditions&, const Both&, const std::vector<simt::Hazard>&);

}  // namespace bench
