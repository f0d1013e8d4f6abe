// The rules that a file must follow, in addition to its exercise, for its counters to earn a mark.
#pragma once
#include "practice/judge.h"

namespace grade {

// Rules for its text and its calls (submission_rules.h), and for its work, which must be distributed as in the
// solution. The host does none of the work, and no cost is moved from judged counters to others.
practice::Rules rules();

}  // namespace grade
