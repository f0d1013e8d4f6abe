// What the launcher of a stage does otherwise than the solution's.
#pragma once
#include "diagnose/run_pair.h"

namespace diagnose {

// How many blocks there are in all; else the first launch that is another one; what the host zeroes or copies to; what a hazard
// is past the end of, where it is larger in the solution.
Findings launch_diff(const stage::Stage&, const Conditions&, const RunPair&,
                     const std::vector<simt::Hazard>&);

}  // namespace diagnose
