// Results files as one HTML page that needs nothing else: tables, charts, what is wrong, and where it was measured. What
// several GPUs measured stands side by side.
#pragma once
#include <string>
#include <vector>

#include "tables/tables.h"

namespace report {

// The names of the files are told on the page. Throws os::Error if one has no rows.
std::string html_page(const std::vector<NamedFile>&);

}  // namespace report
