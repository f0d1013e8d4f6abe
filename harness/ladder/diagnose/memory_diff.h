// Compares what each thread does in two runs: the memory that it accesses, the lanes from which it takes
// values, and the values that it stores or receives.
#pragma once
#include <functional>

#include "diagnose/run_pair.h"

namespace ladder::diagnose {

// The first location that a thread accesses in only one of the two runs, and the first different value, if that
// comes earlier. Between two barriers the order does not matter, because a compiler may change it. If the two
// runs have different numbers of barriers, the whole block is one interval. `wanted` decides whether a
// difference is reported. If `wanted` is given, only locations are compared.
Findings memory_diff(const RunPair&, const std::function<bool(const Stored&)>& wanted = {});

}  // namespace ladder::diagnose
