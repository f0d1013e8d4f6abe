// The rules that a file must follow, in addition to its exercise, for its counters to earn a mark.
#pragma once
#include "practice/judge.h"

namespace grade {

// Rules for its text and its calls (submission_rules.h), and the floors: the work is distributed as in the
// solution, the host does none of it, and no cost is moved from judged counters to others.
practice::Rules rules();

}  // namespace grade
