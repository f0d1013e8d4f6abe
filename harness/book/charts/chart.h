// Charts of results files as SVG: one file for light and dark pages, readable without colours.
#pragma once
#include <array>
#include <string>

#include "charts/svg.h"
#include "data/names.h"
#include "tables/groups.h"
#include "tables/profile.h"

namespace ladder::report {

enum class Chart {
  bars,      // a bar for each stage, showing its bandwidth, against the ceiling
  speedup,   // a bar for each stage, showing its speedup over the first stage, with a 95 % interval
  sweep,     // bandwidth against n, with peers and ceilings
  ratio,     // speedup over the peer against n, with its 95 % interval
  scaling,   // speedup over one GPU against n, and weak scaling
  counters,  // the executor's counts for each stage
  roofline,  // operations per second against operations per byte, below the roofs
  limits,    // for each stage, its fractions of the memory ceiling and of the issue slots
};
constexpr auto names_of(Chart) {
  return std::array{"bars", "speedup", "sweep", "ratio", "scaling", "counters", "roofline", "limits"};
}

const char* says(Chart);  // "GB/s of each stage"

// With several files, the charts bars and speedup show a bar for each file; the other charts use a single
// file. Throws os::Error, with a suggestion, if the requested rows cannot be shown this way.
using Files = std::vector<const RunFile*>;
svg::Document chart(Chart, const Files&, const TableOptions&);
inline std::string chart_svg(Chart kind, const RunFile& file, const TableOptions& options) {
  return svg::written(chart(kind, {&file}, options));
}

// "Left out because wrong: v7 at n = 2^28." A wrong stage's time and counts mean nothing. "": all are right.
std::string wrong_ones(const std::vector<Group>&);

// Each chart is defined in chart_<name>.cpp; charts against n or the number of GPUs are in chart_lines.cpp.
svg::Document bars_chart(const std::vector<Group>& of_each_file, const Files&, const TableOptions&);
svg::Document speedup_chart(const std::vector<Group>& of_each_file, const Files&, const TableOptions&);
svg::Document counters_chart(const Group&, const RunFile&, const TableOptions&);
svg::Document sweep_chart(const std::vector<Group>& over_n, const RunFile&, const TableOptions&);
svg::Document ratio_chart(const std::vector<Group>& over_n, const RunFile&, const TableOptions&);
svg::Document scaling_chart(const std::vector<Group>& over_n, const RunFile&, const TableOptions&);
svg::Document roofline_chart(const std::vector<Group>& at_one_n, const RunFile&, const TableOptions&);
svg::Document limits_chart(const Group&, const RunFile&, const Profile&, const TableOptions&);

}  // namespace ladder::report
