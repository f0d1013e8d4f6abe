// ./ladder tables FILE: the tables of a results file, never of a new run.
#include "report/tables.h"

#include <cstdio>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "os/files.h"

namespace cli {

int tables(const Options& o) {
  for (const std::string& file : {o.csv, o.md, o.tex})
    if (!file.empty()) os::check_writable(file);
  const report::RunFile file = report::read_file(o.ids[0]);
  write_tables(o, file);
  if (o.csv.empty() && o.md.empty() && o.tex.empty()) {
    report::TableOptions options;
    options.format = report::Format::markdown;
    std::fputs(report::tables(file, options).c_str(), stdout);
  }
  return good;
}

}  // namespace cli
