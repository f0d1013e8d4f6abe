// Compares two runs by what each thread does: the memory that it accesses, the lanes that it takes values from,
// and the values that it stores or receives.
#pragma once
#include <functional>

#include "diagnose/run_pair.h"

namespace diagnose {

// The first place that a thread accesses only here or only in the solution; and the first different value, if
// that comes earlier. Between two barriers the order does not matter, because a compiler may change it. If the
// numbers of barriers differ, the whole block is one interval. `wanted`: should this difference be reported? If
// given, only places are compared.
Findings memory_diff(const RunPair&, const std::function<bool(const Stored&)>& wanted = {});

}  // namespace diagnose
