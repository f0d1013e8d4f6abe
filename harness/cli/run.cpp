// ./ladder run and ./ladder check: from options to a plan, then rows to files, a table and an exit status.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>

#include "bench/plan.h"
#include "bench/rows.h"
#include "cli/backend.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/print.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "os/files.h"
#include "os/repository.h"
#include "report/run_file.h"
#include "report/units.h"

namespace cli {
namespace {

const std::string kLatest = os::in_repository("build/latest.json");

// Inputs that cannot fit are refused here; what almost fits becomes a skipped row.
void refuse_too_large(const Options& o, const Choice& choice) {
  if (choice.gpu) return;
  const double memory = host_memory();
  for (const size_t n : o.ns)
    if (memory > 0 && 4.0 * static_cast<double>(n) > memory)
      throw Failure(
          fmt::format("--n {}: the input alone takes {}, and {} of memory are free; the most here is {}",
                      report::n_text(n), short_bytes(4.0 * static_cast<double>(n)), short_bytes(memory),
                      report::n_text(std::bit_floor(static_cast<size_t>(memory / 16)))));
}

void refuse_unwritable(const Options& o) {
  for (const std::string& file : {o.json, o.csv, o.md, o.tex})
    if (!file.empty()) os::check_writable(file);
}

bench::Plan plan_of(const Options& o, const Choice& choice, Pitfalls pitfalls) {
  bench::Plan plan;
  plan.ids = select(o.ids, pitfalls);
  plan.backends = choice.backends;
  plan.ns = o.ns;
  plan.dtypes = o.dtypes;
  plan.blocks = o.blocks;
  plan.repetitions = o.repetitions;
  plan.seed = o.seed;
  return plan;
}

// The n that nobody asked for: the executor's is in every table, a GPU's follows from its free memory.
std::string chosen_n(const bench::Plan& plan) {
  if (!plan.ns.empty() || plan.backends.front() != "cuda") return "";
  return fmt::format("; n = {}, which leaves the caches behind (--n takes another)",
                     report::n_text(bench::default_n(plan, "cuda")));
}

std::vector<bench::Result> with_progress(std::vector<bench::Result> (*work)(const bench::Plan&,
                                                                            bench::Progress&),
                                         const bench::Plan& plan, bool quiet) {
  TerminalProgress progress(quiet);
  return work(plan, progress);
}

void write_results(const Options& o, const report::RunFile& file) {
  if (!o.json.empty()) report::write_file(o.json, file);
  write_tables(o, file);
}

struct Tally {
  size_t passed = 0, failed = 0, skipped = 0;
};
Tally tally(const std::vector<bench::Result>& results) {
  Tally t;
  for (const bench::Result& r : results) {
    if (!r.skipped.empty())
      ++t.skipped;
    else if (r.verdict.passed() || r.verdict.status == "unchecked")
      ++t.passed;
    else
      ++t.failed;
  }
  return t;
}

std::string counted(const Tally& t) {
  std::string text = fmt::format("{} good", t.passed);
  if (t.failed > 0) text += fmt::format(", {} wrong", t.failed);
  if (t.skipped > 0) text += fmt::format(", {} skipped", t.skipped);
  return text;
}

void refuse_nothing(const std::vector<bench::Result>& results) {
  if (results.empty()) throw Failure("nothing to do: no stage that was named runs on this backend");
}

// Everything skipped is as good as nothing matched.
int status_of(const std::vector<bench::Result>& results, const Tally& t) {
  if (t.passed + t.failed == 0) throw Failure("nothing could be run: " + results.front().skipped);
  return t.failed > 0 ? wrong_result : good;
}

}  // namespace

int run(const Options& o) {
  for (const size_t n : o.ns)
    if (n == 0) throw Failure("--n 0: there is nothing to measure; ./ladder check --n 0 checks it");
  select(o.ids, Pitfalls::only_if_named);  // complains about names first
  const Choice choice = choose_backends(o.backend);
  refuse_too_large(o, choice);
  refuse_unwritable(o);
  const bench::Plan plan = plan_of(o, choice, Pitfalls::only_if_named);

  std::FILE* words = o.writes_to_stdout() ? stderr : stdout;
  if (!o.quiet) {
    fmt::print(words, "{}{}\n", choice.why, chosen_n(plan));
    std::fflush(words);
  }
  report::RunFile file;
  file.context = run_context(choice, o.command_line);
  file.results = with_progress(bench::run, plan, o.quiet);
  refuse_nothing(file.results);

  write_results(o, file);
  std::string written = o.json;
  if (o.json.empty() && std::filesystem::is_directory(std::filesystem::path(kLatest).parent_path())) {
    report::write_file(kLatest, file);
    written = kLatest;
  }
  const Tally t = tally(file.results);
  if (!o.quiet) {
    if (!o.writes_to_stdout()) print_tables(o, file);
    fmt::print(words, "\n{} rows: {}.", file.results.size(), counted(t));
    if (!written.empty() && written != "-")
      fmt::print(words, " Written to {}", std::filesystem::proximate(written).string());
    fmt::print(words, "\n");
  }
  return status_of(file.results, t);
}

int check(const Options& o) {
  select(o.ids, Pitfalls::with_the_rest);
  Choice choice = choose_backends(o.backend);
  std::erase(choice.backends, "cpu");  // references are what stages are checked against
  if (choice.backends.empty())
    throw Failure("--backend cpu: the references are not checked; use simt or cuda");
  refuse_too_large(o, choice);
  refuse_unwritable(o);
  bench::Plan plan = plan_of(o, choice, Pitfalls::with_the_rest);
  plan.companions = false;

  std::FILE* words = o.writes_to_stdout() ? stderr : stdout;
  if (!o.quiet) {
    fmt::print(words, "{}\n", choice.why);
    std::fflush(words);
  }
  report::RunFile file;
  file.context = run_context(choice, o.command_line);
  file.results = with_progress(bench::check, plan, o.quiet);
  refuse_nothing(file.results);

  if (!o.json.empty()) report::write_file(o.json, file);
  const Tally t = tally(file.results);
  if (!o.quiet) {
    if (!o.writes_to_stdout()) print_verdicts(o, file.results);
    fmt::print(words, "{} checks: {}.\n", file.results.size(), counted(t));
  }
  return status_of(file.results, t);
}

}  // namespace cli
