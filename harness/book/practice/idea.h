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
// `adopted`: the fraction of what only the solution's text has that is in the file's text.
ladder::Evidence idea_missing(const Exercise&, const CountedRun& file, const Yardstick& rung, double adopted,
                              const std::function<bool()>& give_up);

}  // namespace practice
