#include "cli/traced.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "bench/kernel_process.h"
#include "bench/rows.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "bench/result_json.h"
#include "report/units.h"

namespace cli {
namespace {

template <typename T>
T one(const char* flag, const std::vector<T>& given, T otherwise) {
  if (given.size() > 1) throw Failure(fmt::format("{}: one value here, not {}", flag, given.size()));
  return given.empty() ? otherwise : given[0];
}

}  // namespace

bench::Conditions case_for(const Options& o, const stage::Stage& s) {
  bench::Conditions c;
  c.dtype = one("--dtype", o.dtypes, s.variants.front().dtype);
  c.n = one("--n", o.ns, std::min(bench::kDefaultN, s.max_n));
  c.block = one("--block", o.blocks, std::clamp(bench::kDefaultBlock, s.min_block, s.max_block));
  c.seed = o.seed;
  c.input = o.input;
  const bench::Row row = bench::make_row(s, bench::Backend::simt, c.n, c.dtype, c.block);
  if (!row.result.skipped.empty()) throw Failure(fmt::format("{}: {}", s.id, row.result.skipped));
  c.inclusive = row.inclusive;
  return c;
}

check::InputKind input_from(const std::string& name) {
  std::vector<std::string> names;
  for (const auto kind : {check::InputKind::iota, check::InputKind::random, check::InputKind::index_coded,
                          check::InputKind::alternating, check::InputKind::all_equal}) {
    if (name == check::name(kind)) return kind;
    names.push_back(check::name(kind));
  }
  throw Failure(fmt::format("--input {}: must be one of {}", name, fmt::join(names, " ")));
}

std::string in_words(const bench::Conditions& c) {
  return fmt::format("n = {}, block {}, {}", report::n_text(c.n), c.block, stage::dtype_name(c.dtype));
}

std::vector<TracedRun> run_traced(std::span<const TracedJob> jobs, const simt::TraceOptions& options,
                                  bool quiet) {
  std::vector<os::Work> work;
  for (const TracedJob& job : jobs)
    work.emplace_back([&job, &options](const os::Report&) {
      return data::packed(bench::observe(*job.stage, job.the_case, options));
    });
  std::vector<TracedRun> seen(jobs.size());
  TerminalProgress progress(quiet);
  size_t done = 0;
  const auto finished = [&](size_t i, const os::Outcome& outcome) {
    const auto hazard = bench::hazard_of(outcome);
    if (outcome.finished())
      seen[i].observed = data::unpacked<bench::Observed>(outcome.result);
    else
      seen[i].failed = hazard ? bench::text_of(*hazard) : outcome.error;
    progress.update("counting: " + jobs[i].stage->id, ++done, jobs.size());
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  bench::run_kernels_isolated(work, {.at_once = cores, .silent_seconds = bench::kSilentSeconds},
                              {.done = finished, .report = {}});
  return seen;
}

std::string sampling(const simt::Counters& c) {
  if (c.sampled_blocks == c.total_blocks)
    return c.total_blocks == 1 ? "its one block observed"
                               : fmt::format("all {} blocks observed", c.total_blocks);
  return fmt::format("{} of {} blocks observed, evenly spaced, and scaled", c.sampled_blocks, c.total_blocks);
}

}  // namespace cli
