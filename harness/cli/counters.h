// The comparison of ./ladder counters --check, which is implemented in counters.cpp. This header is for the
// tests.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "bench/result.h"

namespace ladder::cli {

// One line for each counter that differs from the recorded one, and for each row that exists in only one of the
// two. The division of a kernel into basic blocks depends on the compiler: if it differs, issued_blocks and
// issued_lanes are not compared. `never_recorded`: counters newer than the file; one line for each.
// `not_counted`: ids of existing stages that were not counted because they are wrong.
std::vector<std::string> differences(const std::vector<bench::Result>& recorded,
                                     const std::vector<bench::Result>& now, bool same_compiler = true,
                                     const std::set<std::string>& never_recorded = {},
                                     const std::set<std::string>& not_counted = {});

// The updated file, in the order of `all` ids: new counts, and the recorded ones for stages that were not
// counted.
std::vector<bench::Result> renewed(const std::vector<bench::Result>& recorded,
                                   const std::vector<bench::Result>& now,
                                   const std::vector<std::string>& all);

}  // namespace ladder::cli
