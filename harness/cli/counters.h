// What ./ladder counters --check compares. In counters.cpp; a header for the tests.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "bench/result.h"

namespace cli {

// One line for each counter that is not as recorded, and for each row that only one of the two has. How a
// kernel is cut into basic blocks is the compiler's choice: with another one, issued_blocks and issued_lanes
// are not compared. `never_recorded`: counters that are younger than the file; one line for each.
std::vector<std::string> differences(const std::vector<bench::Result>& recorded,
                                     const std::vector<bench::Result>& now, bool same_compiler = true,
                                     const std::set<std::string>& never_recorded = {});

}  // namespace cli
