// The rules that a file must follow, in addition to its exercise, for its counters to earn a mark.
#pragma once
#include "practice/judge.h"

namespace grade {

// Rules for its text and its calls (submission_rules.h), and the floors: the work is distributed as in the
// solution, the host does none of it, and no counter that is not judged absorbs the cost of those that are.
practice::Rules rules();

}  // namespace grade
