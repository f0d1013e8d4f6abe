#include "cli/traced.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "bench/kernel_process.h"
#include "bench/rows.h"
#include "bench/run_parts.h"
#include "bench/watch.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "bench/result_json.h"
#include "tables/groups.h"
#include "text/style.h"
#include "text/units.h"

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
  c.gpus = one("--gpus", o.gpus, 0u);
  const bench::Row row = bench::make_row(s, bench::Backend::simt, c.n, c.dtype, c.block, c.gpus);
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

namespace {

bool same_lines(const simt::Hazard& a, const simt::Hazard& b) {
  const auto same = [](const simt::Access& x, const simt::Access& y) {
    return x.file == y.file && x.line == y.line;
  };
  return a.kind == b.kind && std::equal(a.where.begin(), a.where.end(), b.where.begin(), b.where.end(), same);
}

// What the run that was counted says beside the one that looked for hazards.
void take_observed(TracedRun& run, const stage::Stage& stage) {
  bench::Result& row = run.row;
  if (!row.hazards) row.hazards.emplace();
  for (const simt::Hazard& hazard : run.observed.observation.hazards)
    if (std::none_of(row.hazards->begin(), row.hazards->end(),
                     [&](const simt::Hazard& h) { return same_lines(h, hazard); }))
      row.hazards->push_back(hazard);
  if (row.verdict.status <= check::Status::racy && !run.observed.verdict.passed())
    row.verdict = run.observed.verdict;
  bench::judge_hazards(row, stage);
}

// One process for each of `which`, and `take` for what it says.
template <typename Work, typename Take>
void in_processes(std::span<const TracedJob> jobs, const std::vector<size_t>& which, size_t largest_n,
                  const Options& o, const std::string& what, Work work, Take take) {
  std::vector<os::Work> works;
  for (const size_t i : which) works.emplace_back([work, i](const os::Report&) { return work(i); });
  TerminalProgress progress(o.quiet);
  size_t done = 0;
  const auto finished = [&](size_t w, const os::Outcome& outcome) {
    take(which[w], outcome);
    progress.update(what + jobs[which[w]].stage->id, ++done, works.size());
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  bench::run_kernels_isolated(works, bench::executor_limits(o.timeout, largest_n, cores), {.done = finished});
}

[[noreturn]] void no_memory(const TracedJob& job, const std::string& why) {
  throw Failure(fmt::format("{}: {}", job.stage->id, why));
}

}  // namespace

std::vector<TracedRun> run_watched(std::span<const TracedJob> jobs, const Options& o, bool barriers) {
  std::vector<TracedRun> seen(jobs.size());
  std::vector<size_t> all;
  size_t largest = 0;
  for (size_t i = 0; i < jobs.size(); ++i) {
    const bench::Conditions& c = jobs[i].the_case;
    seen[i].row = bench::make_row(*jobs[i].stage, bench::Backend::simt, c.n, c.dtype, c.block).result;
    seen[i].watched_n = bench::watched_n(c.n, c.block);
    largest = std::max(largest, seen[i].watched_n);
    all.push_back(i);
  }
  const auto watch = [&](size_t i) {
    bench::Conditions few = jobs[i].the_case;
    few.n = seen[i].watched_n;
    return data::packed(bench::watch(*jobs[i].stage, few, barriers));
  };
  const auto take = [&](size_t i, const os::Outcome& outcome) {
    if (!outcome.finished())
      return bench::take_failure(seen[i].row, outcome, fmt::format("n = {}", seen[i].watched_n));
    const auto watched = data::unpacked<bench::Watched>(outcome.result);
    bench::take_watched(seen[i].row, *jobs[i].stage, watched);
    seen[i].barriers = watched.barriers;
    if (!seen[i].row.skipped.empty()) no_memory(jobs[i], seen[i].row.skipped);
  };
  in_processes(jobs, all, largest, o, "looking for hazards: ", watch, take);
  return seen;
}

std::vector<TracedRun> run_traced(std::span<const TracedJob> jobs, const simt::TraceOptions& options,
                                  const Options& o) {
  std::vector<TracedRun> seen = run_watched(jobs, o, options.barriers);
  std::vector<size_t> sound;
  size_t largest = 0;
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (seen[i].row.verdict.status == check::Status::timeout) {
      seen[i].failed = seen[i].row.verdict.message;
      continue;
    }
    sound.push_back(i);
    largest = std::max(largest, jobs[i].the_case.n);
  }
  const auto count = [&](size_t i) {
    return data::packed(bench::observe(*jobs[i].stage, jobs[i].the_case, options));
  };
  const auto take = [&](size_t i, const os::Outcome& outcome) {
    TracedRun& run = seen[i];
    if (!outcome.finished()) {
      const bool known = run.row.verdict.status != check::Status::unchecked && !run.right();
      if (!known) bench::take_failure(run.row, outcome, fmt::format("n = {}", jobs[i].the_case.n));
      run.failed = run.row.verdict.message;
      return;
    }
    run.observed = data::unpacked<bench::Observed>(outcome.result);
    if (!run.observed.no_memory.empty()) no_memory(jobs[i], run.observed.no_memory);
    take_observed(run, *jobs[i].stage);
    simt::add_uses(run.barriers, run.observed.observation.barriers);
  };
  in_processes(jobs, sound, largest, o, "counting: ", count, take);
  return seen;
}

void tell_hazards(const Options& o, const TracedRun& run, const stage::Stage& stage, std::FILE* to) {
  const bench::Result& row = run.row;
  const std::string n = report::n_text(run.watched_n);
  if (!row.hazards) {
    fmt::print(to, "Hazards were not looked for.\n");
  } else if (row.verdict.passed() && row.hazards->empty()) {
    fmt::print(to, "Looked for hazards at n = {}: none.\n", n);
    return;
  }
  if (!row.hazards && row.verdict.passed()) return;
  const bool colour = to == stdout && colour_wanted(o.no_color);
  const bool declared = row.verdict.status == check::Status::declared_racy;
  const std::string head = declared               ? "A race, as the stage declares"
                           : stage.expect.empty() ? "What is wrong"
                                                  : "What is wrong, on purpose";
  const bool hazards = row.hazards && !row.hazards->empty();
  fmt::print(to, "\n{}: {}\n", head,
             report::styled(colour, declared ? report::style::warn : report::style::wrong,
                            declared ? "declared racy" : report::cause_word(row)) +
                 (hazards ? fmt::format(" (looked for at n = {})", n) : ""));
  print_what_is_wrong(row, to);
}

void tell_failures(std::span<const TracedJob> jobs, std::span<const TracedRun> runs) {
  std::vector<bench::Result> rows;
  for (size_t i = 0; i < jobs.size(); ++i)
    if (jobs[i].stage->expect.empty()) rows.push_back(runs[i].row);
  print_failures(rows);
}

int status_of(std::span<const TracedJob> jobs, std::span<const TracedRun> runs) {
  for (size_t i = 0; i < jobs.size(); ++i)
    if (!runs[i].right() && runs[i].row.verdict.status != check::Status::unchecked &&
        jobs[i].stage->expect.empty())
      return wrong_result;
  return good;
}

std::string sampling(const simt::Counters& c) {
  if (c.sampled_blocks == c.total_blocks)
    return c.total_blocks == 1 ? "its one block observed"
                               : fmt::format("all {} blocks observed", c.total_blocks);
  return fmt::format("{} of {} blocks observed, evenly spaced, and scaled", c.sampled_blocks, c.total_blocks);
}

}  // namespace cli
