// Results as tables, on standard output and in files.
#pragma once
#include <cstdio>
#include <vector>

#include "bench/result.h"
#include "cli/options.h"
#include "findings/annotations.h"
#include "tables/run_file.h"

namespace ladder::cli {

// Prints for a 100-column terminal, with recorded GPU rows next to the executor's.
void print_tables(const Options&, const report::RunFile&);

// --csv, --md, --tex
void write_tables(const Options&, const report::RunFile&);

// Prints the faults in a row: first the cause with its lines, then the consequences. Prints nothing for a
// correct row.
void print_what_is_wrong(const bench::Result&, std::FILE* to = stdout);

// -q: one line on standard error for each failed stage and cause.
void print_failures(const std::vector<bench::Result>&);

// Faults as annotations: a case for each stage, with each cause once.
findings::Report annotations_of(const std::vector<bench::Result>&);

// check: one line per stage; for a failed one, each cause once.
void print_verdicts(const Options&, const std::vector<bench::Result>&);

}  // namespace ladder::cli
