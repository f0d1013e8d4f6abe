// Results as tables, on standard output and into files.
#pragma once
#include <vector>

#include "bench/result.h"
#include "cli/options.h"
#include "report/run_file.h"

namespace cli {

// For a terminal of 100 columns; executor rows have the recorded GPU ones beside them.
void print_tables(const Options&, const report::RunFile&);

// --csv, --md, --tex
void write_tables(const Options&, const report::RunFile&);

// check: one line per stage, with what is wrong and where.
void print_verdicts(const Options&, const std::vector<bench::Result>&);

}  // namespace cli
