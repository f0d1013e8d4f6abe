// Wasted requests in kernels: ./ladder try, explain and practice show the worst cases.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "simt/observation.h"

namespace ladder::simt {

struct KernelCosts {
  std::string name;  // "": there is only one kernel
  const Observation* seen = nullptr;
  uint64_t launches = 0, blocks = 0;  // summed over all launches
};

// At most three findings across all kernels, worst first: each contains the line, its counts, the counts that
// would suffice, and the page. The result is empty if nothing is wasted or too little work was observed. If a
// finding's page is `no_cure_of`, the page and the fix are omitted, because the reader's exercise is about
// them. `counter`: the name of a counter that is too high; only the waste that this counter shows is then
// reported.
std::vector<Evidence> costs(std::span<const KernelCosts>, const std::string& no_cure_of = "",
                            const std::string& counter = "");

}  // namespace ladder::simt
