// Changes between two results files: times with intervals, verdicts, and exact counters. Rows are matched by
// id, backend, n, element type, block and scan kind, so times from the executor and from a GPU are never
// compared.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "data/names.h"

#include "tables/run_file.h"
#include "tables/table.h"

namespace ladder::report {

enum class Change {
  faster,  // B takes less time, and the 95 % interval of the ratio excludes 1
  slower,
  not_distinguishable,
  untimed,  // in both files, but not timed in both (only checked, or skipped)
  only_in_a,
  only_in_b,
  verdict_changed,
};
constexpr auto names_of(Change) {  // the names in JSON
  return std::array{"faster", "slower", "same", "untimed", "only_in_a", "only_in_b", "verdict"};
}
const char* name(Change);  // display name

struct CounterDifference {
  std::string name;
  uint64_t a = 0, b = 0;
};

struct RowChange {
  const bench::Result* a = nullptr;  // at least one is set; they point into the compared files
  const bench::Result* b = nullptr;
  Change change = Change::untimed;
  bench::Ratio speedup;  // time in A / time in B; value 0 if either is not timed
  std::vector<CounterDifference> counters;
  std::string regression;  // why this row fails the comparison; "" if it does not
};

struct Comparison {
  Context a, b;                       // the machines on which the files were made
  std::vector<RowChange> rows;        // in the order of A, followed by the rows that only B has
  std::vector<std::string> warnings;  // devices differ, compilers differ, …
  double threshold = 0;
  size_t regressions = 0;  // if > 0, the caller exits with status 3
  size_t matched = 0;      // 0: the files have no row in common
};

// Regressions at threshold 0.05: a time that is more than 5 % longer, a counter that has risen by more than 5
// %, or a verdict that has become wrong; and rows missing from B, if those count.
enum class Missing { counts, may_be };
Comparison compare(const RunFile& a, const RunFile& b, double threshold, Missing = Missing::may_be);

// `a` and `b`: the names of the files. The table shows only changes; the caller prints warnings and the reasons
// for regressions. CSV and JSON contain every row, in base SI units; docs/tables.md describes the fields.
Table comparison_table(const Comparison&, const std::string& a, const std::string& b);
std::string comparison_csv(const Comparison&);
data::Json comparison_json(const Comparison&, const std::string& a, const std::string& b);

// Reads "5%" or "0.05". Throws os::Error with the expected form.
double parse_threshold(const std::string& text);

}  // namespace ladder::report
