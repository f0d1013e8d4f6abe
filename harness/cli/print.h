// Results as tables, on standard output and into files.
#pragma once
#include <cstdio>
#include <vector>

#include "bench/result.h"
#include "cli/options.h"
#include "findings/annotations.h"
#include "tables/run_file.h"

namespace cli {

// For a terminal of 100 columns; executor rows have the recorded GPU ones beside them.
void print_tables(const Options&, const report::RunFile&);

// --csv, --md, --tex
void write_tables(const Options&, const report::RunFile&);

// What is wrong with a row: the cause first, with its lines, then what came of it. Nothing for a good one.
void print_what_is_wrong(const bench::Result&, std::FILE* to = stdout);

// -q: one line on standard error for each stage that is not good, and each cause.
void print_failures(const std::vector<bench::Result>&);

// What is wrong, for annotations: a case for each stage, and in it each cause once.
ladder::Report annotations_of(const std::vector<bench::Result>&);

// check: one line per stage, and for one that is not good each cause once.
void print_verdicts(const Options&, const std::vector<bench::Result>&);

}  // namespace cli
