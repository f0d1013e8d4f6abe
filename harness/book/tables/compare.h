// What changed between two results files: times with intervals, verdicts, and counters exactly. Rows match by
// id, backend, n, element type, block and scan kind, so an executor's time never meets a GPU's.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "data/names.h"

#include "tables/run_file.h"
#include "tables/table.h"

namespace report {

enum class Change {
  faster,  // B takes less time, and the 95 % interval of the ratio leaves 1 out
  slower,
  not_distinguishable,
  untimed,  // in both, but not timed in both (a check, or skipped)
  only_in_a,
  only_in_b,
  verdict_changed,
};
constexpr auto names_of(Change) {  // in JSON
  return std::array{"faster", "slower", "same", "untimed", "only_in_a", "only_in_b", "verdict"};
}
const char* name(Change);  // for people

struct CounterDifference {
  std::string name;
  uint64_t a = 0, b = 0;
};

struct RowChange {
  const bench::Result* a = nullptr;  // at least one of the two; they point into the files compared
  const bench::Result* b = nullptr;
  Change change = Change::untimed;
  bench::Ratio speedup;  // time in A / time in B; value 0 if either is not timed
  std::vector<CounterDifference> counters;
  std::string regression;  // why this row fails the comparison; "" if it does not
};

struct Comparison {
  Context a, b;                       // where the files were made
  std::vector<RowChange> rows;        // in A's order, then what only B has
  std::vector<std::string> warnings;  // devices differ, compilers differ, …
  double threshold = 0;
  size_t regressions = 0;  // > 0: the caller exits with 3
  size_t matched = 0;      // 0: the files have no row in common
};

// Threshold 0.05: slower by more than 5 %, a counter that rose by more than 5 %,
// or a verdict that went wrong; and what is missing in B, if that counts.
enum class Missing { counts, may_be };
Comparison compare(const RunFile& a, const RunFile& b, double threshold, Missing = Missing::may_be);

// `a` and `b`: the names of the files. The table has only what changed; warnings and the reasons of regressions are
// for the caller to print. CSV and JSON have every row, in base SI units; docs/tables.md names the fields.
Table comparison_table(const Comparison&, const std::string& a, const std::string& b);
std::string comparison_csv(const Comparison&);
data::Json comparison_json(const Comparison&, const std::string& a, const std::string& b);

// "5%", "0.05": throws os::Error, naming what was expected.
double parse_threshold(const std::string& text);

}  // namespace report
