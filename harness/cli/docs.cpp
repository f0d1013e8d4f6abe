// ./ladder docs: the tables and pictures of README.md and docs/, anew from results/; with --check only
// whether they are stale.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "os/repository.h"
#include "report/docs_tables.h"

namespace cli {

int docs(const Options& o) {
  const report::DocsTables found = report::update_docs(os::repository(), o.check_only);
  for (const std::string& file : found.changed)
    fmt::print("{}: {}\n", file, o.check_only ? "stale; ./ladder docs writes it anew" : "written");
  if (!o.quiet && found.changed.empty()) fmt::print("{} tables, all as in results/\n", found.tables);
  return o.check_only && !found.changed.empty() ? wrong_result : good;
}

}  // namespace cli
