// What ./ladder counters --check compares. In counters.cpp; a header for the tests.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "bench/result.h"

namespace cli {

// One line for each counter that is not as recorded, and for each row that only one of the two has. How a
// kernel is cut into basic blocks is the compiler's choice: with another one, issued_blocks and issued_lanes
// are not compared. `never_recorded`: counters that are younger than the file; one line for each. `not_counted`: ids of stages
// that are there and were not counted, because they are wrong.
std::vector<std::string> differences(const std::vector<bench::Result>& recorded,
                                     const std::vector<bench::Result>& now, bool same_compiler = true,
                                     const std::set<std::string>& never_recorded = {},
                                     const std::set<std::string>& not_counted = {});

// The file anew, in the order of `all` ids: what was counted now, and as it was recorded what was not.
std::vector<bench::Result> renewed(const std::vector<bench::Result>& recorded,
                                   const std::vector<bench::Result>& now,
                                   const std::vector<std::string>& all);

}  // namespace cli
