// ./ladder run: measures stages, writes the requested files, and prints the tables.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "bench/rows.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "os/repository.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

// Mentions a default n if necessary: the executor's n is in every table; a GPU's n depends on its free
// memory.
std::string chosen_n(const bench::Plan& plan) {
  if (!plan.ns.empty() || plan.backends.front() != bench::Backend::cuda) return "";
  return fmt::format("; n = {}, which is too large for the caches (--n changes it)",
                     text::n_text(bench::default_n(plan, bench::Backend::cuda)));
}

}  // namespace

static int run(const Options& o) {
  for (const size_t n : o.ns)
    if (n == 0) throw Failure("--n 0: there is nothing to measure; ./ladder check --n 0 checks that case");
  select(o.ids, Pitfalls::only_if_named);  // reports unknown names first
  Choice choice = choose_backends(o.backend);
  if (o.warm_cache && !choice.on(bench::Backend::cuda))
    throw Failure("--warm-cache needs a GPU: without one, no L2 cache is measured");
  const bench::Plan plan = plan_of(o, choice, Pitfalls::only_if_named);
  choice.why += chosen_n(plan);
  const report::RunFile file = measured(o, choice, plan, bench::run);

  if (!o.json.empty()) report::write_file(o.json, file);
  write_tables(o, file);
  std::string written = o.json, not_written;
  if (o.json.empty()) {
    written = os::in_build_folder("latest.json");
    try {
      report::write_file(written, file);
    } catch (const os::Error& error) {  // a checkout built by another user
      not_written = error.what();
    }
  }
  const Tally t = tally(file.results);
  std::FILE* words = words_of(o);
  if (!o.quiet) {
    if (!o.writes_to_stdout()) print_tables(o, file);
    fmt::print(words, "\n{} rows: {}.", file.results.size(), counted(t));
    if (!not_written.empty())
      fmt::print(words, " Not written to a file: {} (--json FILE names another)", not_written);
    else if (written != "-")
      fmt::print(words, " Written to {}", std::filesystem::proximate(written).string());
    fmt::print(words, "\n");
    if (t.failed > 0) {
      const auto bad = std::find_if(file.results.begin(), file.results.end(), failed);
      print_next(o, fmt::format("./ladder explain {}", bad->id));
    } else {
      const auto one = std::find_if(file.results.begin(), file.results.end(), [](const bench::Result& r) {
        return r.backend != bench::Backend::cpu && r.block > 0 && r.skipped.empty();
      });
      if (one != file.results.end()) print_next(o, fmt::format("./ladder explain {}", one->id));
    }
  } else {
    print_failures(file.results);
  }
  return status_of(file.results, t);
}

static void declare_run(const Syntax& s) {
  s.help("Check, measure and compare stages", R"(
  ./ladder run
  ./ladder run reduce/v1 --block 128,256 --n 2^20
  ./ladder run scan --backend simt --json scan.json
  ./ladder run reduce --n 2^10:2^30:*4 --csv - > sweep.csv)");
  s.measuring();
  s.option("--repetitions NUMBER", s.raw.repetitions, "Samples per row");
  s.flag(
      "--warm-cache", s.options.warm_cache,
      "On a GPU: before each sample, run the stage once without timing it, so its data may already be in the "
      "L2 cache");
  s.json();
  s.tables();
}

static const Registered registered_run{"run", declare_run, run};

}  // namespace ladder::cli
