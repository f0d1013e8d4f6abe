// What a file has to keep to, beside its exercise, for its counters to be worth a mark.
#pragma once
#include "practice/judge.h"

namespace grade {

// Its text and its calls (submission_rules.h), and the floors: the work is shared out as the rung shares it out, the host does
// none of it, and no counter that is not judged pays for those that are.
practice::Rules rules();

}  // namespace grade
