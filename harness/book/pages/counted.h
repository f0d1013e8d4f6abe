// Finds counters by the names that a mark may use: a counter in simt/counters.h, a sum of loads and stores
// (shared_requests), a mean (active_lanes_per_request), a ratio a/b, or a counter "per_block".
#pragma once
#include <string>

#include "simt/observation.h"

namespace ladder::pages {

struct Counted {
  double value = 0;
  bool whole = false;  // a count, not a mean
};
// `name`: "barriers", "shared_wavefronts/shared_requests". Throws os::Error for an unknown name, with the
// closest names, and for a zero divisor.
Counted counted(const simt::Counters&, const std::string& name, bool per_block = false);

// Display name: "shared wavefronts per shared request". Throws os::Error if there is no such counter.
std::string title_of(const std::string& name);
std::string text_of(const Counted&);  // 131329, 8.42M, 3.33

}  // namespace ladder::pages
