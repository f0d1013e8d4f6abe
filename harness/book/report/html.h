// Results files as one self-contained HTML page: tables, charts, faults, and the machines on which the
// results were measured. Measurements from several GPUs are side by side.
#pragma once
#include <string>
#include <vector>

#include "tables/tables.h"

namespace ladder::report {

// The page names the files. Throws os::Error if a file has no rows.
std::string html_page(const std::vector<NamedFile>&);

}  // namespace ladder::report
