// A kernel's source with the cost next to each line.
#pragma once
#include <string>
#include <vector>

#include "simt/observation.h"

namespace ladder::cli {

struct ListingStyle {
  bool colour = false;
  size_t columns = 100;
};

// The lines of `file` (relative to the repository) from the first function with a cost to the end of the last
// such function. `lines`: the costs in this file. "" if there are none.
std::string listing(const std::string& file, const std::vector<simt::LineCost>& lines, const ListingStyle&);
// The heading of the listing's columns.
std::string listing_heading(const ListingStyle&);

}  // namespace ladder::cli
