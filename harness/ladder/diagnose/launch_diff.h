// Finds the difference between a stage's launcher and the solution's.
#pragma once
#include "diagnose/run_pair.h"

namespace diagnose {

// The total number of blocks; otherwise the first launch that differs; what the host zeroes or copies to; the
// array that a hazard exceeds, if it is larger in the solution.
Findings launch_diff(const stage::Stage&, const Conditions&, const RunPair&,
                     const std::vector<simt::Hazard>&);

}  // namespace diagnose
