// Finds the differences between a stage's launcher and the solution's.
#pragma once
#include "diagnose/run_pair.h"

namespace ladder::diagnose {

// Returns all differences: in the total number of blocks, in the first launch that differs, in the ranges that
// the host fills or to which it copies, and in the size of an array that a hazard exceeds.
Findings launch_diff(const stage::Stage&, const Conditions&, const RunPair&,
                     const std::vector<simt::Hazard>&);

}  // namespace ladder::diagnose
