// Two runs, compared by the places in memory that each thread touches, whatever the values are.
#pragma once
#include <functional>
#include <string>

#include "check/case.h"
#include "simt/observation.h"

namespace bench {

// The first place that a thread touches and does not touch in the solution, or the other way round: a sentence, or "". Between two
// barriers the order does not count: a compiler may change it. Where the numbers of barriers differ, the whole block is one
// interval. `wanted`: is this one to be told?
Evidence place_that_differs(stage::DType, const simt::Observation& mine, const simt::Observation& right,
                            const std::function<bool(const simt::Stored&)>& wanted);

}  // namespace bench
