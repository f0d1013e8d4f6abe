// The place where a file that is nearly the solution differs from the solution. The result is certain:
// everything else equals the solution, so the fault must be there.
#pragma once
#include <string>

#include "findings/evidence.h"

namespace ladder::practice {

// Empty if there are several such places or none. Spaces, comments and the reader's own names may differ.
findings::Evidence one_place(const std::string& text, const std::string& solution);

}  // namespace ladder::practice
