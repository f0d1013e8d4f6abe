// Two runs, compared by what each thread does: the places in memory that it touches, the lanes that it takes from, the values
// that it stores or gets.
#pragma once
#include <functional>

#include "diagnose/run_pair.h"

namespace diagnose {

// The first place that a thread touches and does not touch in the solution, or the other way round; and the first value that is
// another one, where that comes before. Between two barriers the order does not count: a compiler may change it. Where the
// numbers of barriers differ, the whole block is one interval. `wanted`: is this one to be told? With it, places alone.
Findings memory_diff(const RunPair&, const std::function<bool(const Stored&)>& wanted = {});

}  // namespace diagnose
