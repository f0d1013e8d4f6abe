// A wrong result, told so that its reader can use it: which elements a sum has left out or taken twice, and where the elements
// of an array are not as they should be. On the executor; of results whose kernels have no hazards, which would tell more.
#pragma once
#include <string>
#include <vector>

#include "bench/observe.h"

namespace bench {

// The stage is run again, some dozen times, with inputs that tell: zeros; ones in one place alone; 0, 1, 2, … A few lines, each
// a sentence or a row of a table; none where nothing simple can be said. Throws what the launcher throws.
std::vector<std::string> why_wrong(const stage::Stage&, const Conditions&);

// Of a matrix that should be turned over: what all of its wrong elements have in common, if that is simple.
std::vector<std::string> in_common(const stage::Stage&, const Conditions&);

}  // namespace bench
