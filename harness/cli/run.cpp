// ./ladder run: measures stages, writes the files that were asked for, and prints the tables.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "bench/rows.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/print.h"
#include "os/repository.h"
#include "report/units.h"

namespace cli {
namespace {

// The n that nobody asked for: the executor's is in every table, a GPU's follows from its free memory.
std::string chosen_n(const bench::Plan& plan) {
  if (!plan.ns.empty() || plan.backends.front() != bench::Backend::cuda) return "";
  return fmt::format("; n = {}, which leaves the caches behind (--n takes another)",
                     report::n_text(bench::default_n(plan, bench::Backend::cuda)));
}

}  // namespace

int run(const Options& o) {
  for (const size_t n : o.ns)
    if (n == 0) throw Failure("--n 0: there is nothing to measure; ./ladder check --n 0 checks it");
  select(o.ids, Pitfalls::only_if_named);  // complains about names first
  Choice choice = choose_backends(o.backend);
  const bench::Plan plan = plan_of(o, choice, Pitfalls::only_if_named);
  choice.why += chosen_n(plan);
  const report::RunFile file = measured(o, choice, plan, bench::run);

  if (!o.json.empty()) report::write_file(o.json, file);
  write_tables(o, file);
  std::string written = o.json;
  const std::string latest = os::in_repository("build/latest.json");
  if (o.json.empty() && std::filesystem::is_directory(std::filesystem::path(latest).parent_path())) {
    report::write_file(latest, file);
    written = latest;
  }
  const Tally t = tally(file.results);
  std::FILE* words = words_of(o);
  if (!o.quiet) {
    if (!o.writes_to_stdout()) print_tables(o, file);
    fmt::print(words, "\n{} rows: {}.", file.results.size(), counted(t));
    if (!written.empty() && written != "-")
      fmt::print(words, " Written to {}", std::filesystem::proximate(written).string());
    fmt::print(words, "\n");
  }
  return status_of(file.results, t);
}

}  // namespace cli
