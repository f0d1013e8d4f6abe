// Charts of a results file, as SVG: one file for light and dark pages, readable without colours.
#pragma once
#include <array>
#include <string>

#include "data/names.h"
#include "tables/groups.h"

namespace report {

enum class Chart {
  bars,      // a bar for each stage, as long as its bandwidth, against the ceiling
  sweep,     // bandwidth against n, with peers and ceilings
  ratio,     // speedup over the peer against n, with its 95 % interval
  scaling,   // speedup over one GPU against n, and weak scaling
  counters,  // what the executor counted for each stage
  roofline,  // operations per second against operations per byte, below the roofs
};
constexpr auto names_of(Chart) {
  return std::array{"bars", "sweep", "ratio", "scaling", "counters", "roofline"};
}

const char* says(Chart);  // "GB/s of each stage"

// Throws os::Error where the rows that are asked for cannot be shown so, and says what would help.
std::string chart_svg(Chart, const RunFile&, const TableOptions&);

// "Left out, as wrong: v7 at n = 2^28." What a wrong stage took, or counted, says nothing. "" if none is.
std::string wrong_ones(const std::vector<Group>&);

// Each is in chart_<name>.cpp; those over n, or over the number of GPUs, are in chart_lines.cpp.
std::string bars_svg(const Group&, const RunFile&);
std::string counters_svg(const Group&, const RunFile&);
std::string sweep_svg(const std::vector<Group>& over_n, const RunFile&, const TableOptions&);
std::string ratio_svg(const std::vector<Group>& over_n, const RunFile&, const TableOptions&);
std::string scaling_svg(const std::vector<Group>& over_n, const RunFile&);
std::string roofline_svg(const std::vector<Group>& at_one_n, const RunFile&);

}  // namespace report
