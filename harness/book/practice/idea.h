// Does a file make the change that its stage introduces, even if no judged counter shows it? A rephrased text
// can still do what the starting file does.
#pragma once
#include <functional>
#include <string>

#include "practice/exercise.h"
#include "practice/reference_run.h"

namespace ladder::practice {

// A count, under random conditions, that the solution reduces compared with the starting file, but that the
// file does not reduce. Empty if the file also reduces this count, or if the solution reduces no count at
// all. The starting file is run if needed. `block_is_known`: as in source_lints.h.
findings::Evidence idea_missing(const Exercise&, const CountedRun& file, const Yardstick& rung,
                                bool block_is_known, const std::function<bool()>& give_up);

}  // namespace ladder::practice
