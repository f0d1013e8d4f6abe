// The code that `run` and `check` share: from options to rows, with progress, and from rows to an exit status.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "bench/plan.h"
#include "cli/backend.h"
#include "cli/options.h"
#include "cli/select.h"
#include "tables/run_file.h"

namespace ladder::cli {

using Work = std::vector<bench::Result> (*)(const bench::Plan&, bench::Progress&);

bench::Plan plan_of(const Options&, const Choice&, Pitfalls);

// Where messages are printed: standard output, unless results are written there.
std::FILE* words_of(const Options&);

// Prints the chosen backend, then runs. Throws Failure: before the run, if n is too large for the
// memory or a file cannot be written; after the run, if there was nothing to do.
report::RunFile measured(const Options&, const Choice&, const bench::Plan&, Work);

bool failed(const bench::Result&);

struct Tally {
  size_t passed = 0, failed = 0, skipped = 0;
  size_t not_built = 0;  // the number of failed rows whose files do not compile
};
Tally tally(const std::vector<bench::Result>&);
std::string counted(const Tally&);  // "54 good, 1 wrong, 2 skipped"

// Throws Failure if everything was skipped, which is treated as if no stage matched.
int status_of(const std::vector<bench::Result>&, const Tally&);

}  // namespace ladder::cli
