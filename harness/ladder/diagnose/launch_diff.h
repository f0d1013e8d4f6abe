// Finds the difference between a stage's launcher and the solution's.
#pragma once
#include "diagnose/run_pair.h"

namespace diagnose {

// Returns all differences: in the total number of blocks, the first launch that differs, the ranges that the host
// fills or copies to, and the size of an array that a hazard exceeds.
Findings launch_diff(const stage::Stage&, const Conditions&, const RunPair&,
                     const std::vector<simt::Hazard>&);

}  // namespace diagnose
