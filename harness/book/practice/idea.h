// Does a file do what its stage is about, even if no judged counter shows it? A text can be rephrased and still do
// what the start does.
#pragma once
#include <functional>
#include <string>

#include "practice/exercise.h"
#include "practice/reference_run.h"

namespace practice {

// What the solution does less of than the start, under random conditions, and the file does not. Empty: the
// file does less of it too, or the solution does not do less of anything. The start is run if needed.
// `block_is_known`: as in source_lints.h.
ladder::Evidence idea_missing(const Exercise&, const CountedRun& file, const Yardstick& rung,
                              bool block_is_known, const std::function<bool()>& give_up);

}  // namespace practice
