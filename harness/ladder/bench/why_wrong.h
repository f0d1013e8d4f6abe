// A wrong result, told so that its reader can use it: which elements a sum has left out or taken twice, and where the elements
// of an array are not as they should be. On the executor; most of it of results whose kernels have no hazards.
#pragma once
#include <string>
#include <vector>

#include "bench/observe.h"

namespace bench {

// The stage is run again, some dozen times, with inputs that tell: zeros; ones in one place alone; 0, 1, 2, … A few lines, each
// a sentence or a row of a table; none where nothing simple can be said. Throws what the launcher throws.
std::vector<std::string> why_wrong(const stage::Stage&, const Conditions&);
inline constexpr const char* kWritesNothing = "no thread writes anything";  // said of a run
inline constexpr const char* kTable =
    "with the input 0, 1, 2, … of";  // so a table begins, if there is one: all after it is of it

// Of a matrix that should be turned over, of what is packed or unpacked: what is wrong with the places, if that is simple.
std::vector<std::string> in_common(const stage::Stage&, const Conditions&);

// Of a matrix that should be turned over: "output[1000]" is a row and a column, or would be. "" of any other object.
std::string as_row_and_column(const std::string& object, size_t n);

}  // namespace bench
