#include "cli/measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>

#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/terminal.h"
#include "os/files.h"
#include "os/memory.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

// Refuses inputs that cannot fit into memory; an input that nearly fits becomes a skipped row.
void refuse_too_large(const Options& o, const Choice& choice) {
  if (choice.on(bench::Backend::cuda)) return;
  const double memory = os::available_memory();
  for (const data::Extent& n : o.ns)
    if (n.sizes.empty() && memory > 0 && 4.0 * static_cast<double>(n) > memory)
      throw Failure(
          fmt::format("--n {}: the input alone takes {}, and {} of memory is free; the largest n here is {}",
                      text::n_text(n), short_bytes(4.0 * static_cast<double>(n)), short_bytes(memory),
                      text::n_text(std::bit_floor(static_cast<size_t>(memory / 16)))));
}

void refuse_unwritable(const Options& o) {
  for (const std::string& file : {o.json, o.csv, o.md, o.tex})
    if (!file.empty()) os::check_writable(file);
}

}  // namespace

bench::Plan plan_of(const Options& o, const Choice& choice, Pitfalls pitfalls) {
  bench::Plan plan;
  plan.ids = select(o.ids, pitfalls);
  plan.backends = choice.backends;
  plan.ns = o.ns;
  plan.dtypes = o.dtypes;
  plan.blocks = o.blocks;
  plan.gpus = o.gpus;
  plan.repetitions = o.repetitions;
  plan.warm_cache = o.warm_cache;
  plan.seed = o.seed;
  plan.timeout = o.timeout;
  return plan;
}

std::FILE* words_of(const Options& o) { return o.writes_to_stdout() ? stderr : stdout; }

report::RunFile measured(const Options& o, const Choice& choice, const bench::Plan& plan, Work work) {
  refuse_too_large(o, choice);
  refuse_unwritable(o);
  if (!o.quiet) {
    std::FILE* words = words_of(o);
    fmt::print(words, "{}\n", choice.why);
    std::fflush(words);
  }
  report::RunFile file;
  file.context = run_context(choice, o.command_line);
  if (plan.warm_cache) file.context.l2_cache = "warm";
  {
    TerminalProgress progress(o.quiet);
    file.results = work(plan, progress);
  }
  if (file.results.empty()) throw Failure("nothing to do: none of the named stages runs on this backend");
  return file;
}

bool failed(const bench::Result& r) {
  return r.skipped.empty() && !r.verdict.passed() && r.verdict.status != check::Status::unchecked;
}

Tally tally(const std::vector<bench::Result>& results) {
  Tally t;
  for (const bench::Result& r : results) {
    t.skipped += !r.skipped.empty();
    t.failed += failed(r);
    t.not_built += r.verdict.status == check::Status::does_not_compile;
  }
  t.passed = results.size() - t.skipped - t.failed;
  return t;
}

std::string counted(const Tally& t) {
  std::string text = fmt::format("{} good", t.passed);
  if (t.failed > t.not_built) text += fmt::format(", {} wrong", t.failed - t.not_built);
  if (t.not_built > 0) text += fmt::format(", {} not compiled", t.not_built);
  if (t.skipped > 0) text += fmt::format(", {} skipped", t.skipped);
  return text;
}

int status_of(const std::vector<bench::Result>& results, const Tally& t) {
  // References do not count: if all stages were skipped, nothing could be run.
  const auto is_stage = [](const bench::Result& r) { return r.block > 0; };
  const auto skipped = [&](const bench::Result& r) { return !is_stage(r) || !r.skipped.empty(); };
  const auto first = std::find_if(results.begin(), results.end(), is_stage);
  const bool no_stage_ran = first != results.end() && std::all_of(results.begin(), results.end(), skipped);
  if (no_stage_ran || t.passed + t.failed == 0)
    throw Failure("nothing could be run: " + text_of((no_stage_ran ? *first : results.front()).skipped));
  return t.failed > 0 ? wrong_result : good;
}

}  // namespace ladder::cli
