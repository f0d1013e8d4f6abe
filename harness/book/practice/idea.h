// Does a file do what its rung is about, where no judged counter shows it? A text can be put in other words, and do what the
// start does.
#pragma once
#include <functional>
#include <string>

#include "practice/exercise.h"
#include "practice/reference_run.h"

namespace practice {

// What the rung does less of than the start, at drawn conditions, and the file does not. Empty: the file does less of it, too, or the rung does not do less of anything. The start is run where that is asked.
// `adopted`: how much of what the rung's text has, and the start's has not, is in the file's text.
ladder::Evidence idea_missing(const Exercise&, const CountedRun& file, const Yardstick& rung, double adopted,
                              const std::function<bool()>& give_up);

}  // namespace practice
