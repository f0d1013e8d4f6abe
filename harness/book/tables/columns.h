// The columns of a results table: their names and contents. Used by columns.cpp and gpus_table.cpp.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tables/groups.h"

namespace ladder::report {

struct Filled {
  Column column;
  std::function<Cell(const bench::Result&)> cell;
  bool for_cpu = false;  // also filled in for the CPU references below the stages; other columns have "-"
};
using Columns = std::vector<Filled>;

Columns cuda_columns(const text::TimeUnit&, bool all_correct);
std::vector<std::pair<std::string, std::string>> signs_of_measured();
std::vector<double> medians(const Rows&);  // seconds

}  // namespace ladder::report
