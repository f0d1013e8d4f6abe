// The rules that a file must follow, in addition to its exercise, so that its counters can earn points.
#pragma once
#include "practice/judge.h"

namespace ladder::grade {

// Rules for the file's text and calls (submission_rules.h), and for the work, which must be distributed as in
// the solution. The host must do none of the work, and no cost may be moved from judged counters to others.
practice::Rules rules();

}  // namespace ladder::grade
