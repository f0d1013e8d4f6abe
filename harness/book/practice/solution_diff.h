// Where a file that is nearly the solution is not like it. What that says is certain: all else is the solution's program, so
// what is wrong is there.
#pragma once
#include <string>

#include "findings/evidence.h"

namespace practice {

// Where there are more places, or none, it is empty. Spaces, comments and names of the reader's own may differ.
ladder::Evidence one_place(const std::string& text, const std::string& solution);

}  // namespace practice
