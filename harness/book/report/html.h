// A results file as one HTML page that needs nothing else: tables, charts, what is wrong, and where it was measured.
#pragma once
#include <string>

#include "tables/run_file.h"

namespace report {

// `name` of the file is told on the page. Throws os::Error if the file has no rows.
std::string html_page(const RunFile&, const std::string& name);

}  // namespace report
