// The ladder as a picture: one bar for each stage, as long as its bandwidth; SVG.
#pragma once
#include <string>

#include "report/groups.h"

namespace report {

// Stages and peers of a measured group, top to bottom as in its table; the ceiling is a dashed line. Rows
// without a time are left out. Throws os::Error if nothing in the group was measured on a GPU.
std::string ladder_svg(const Group&, const RunFile&);

}  // namespace report
