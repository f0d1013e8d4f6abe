// What a rung's counters are, from results/counters.json: the targets of its exercise.
#pragma once
#include "bench/result.h"
#include "pages/counted.h"

namespace practice {

// The recorded row of a stage: how it was counted, and what. Throws os::Error if there is none.
const bench::Result& recorded(const std::string& id);

// Counters that are better when they are higher; of all others, less is better.
bool more_is_better(const std::string& counter);

// -1: `value` falls short of `target`; 0: as good; 1: better.
int against(const std::string& counter, double value, double target);
inline constexpr double kSlack = 0.05;  // at a drawn size: what a tail may cost

}  // namespace practice
