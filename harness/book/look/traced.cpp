#include "look/traced.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "bench/kernel_process.h"
#include "bench/result_json.h"
#include "bench/rows.h"
#include "bench/run_parts.h"
#include "bench/watch.h"
#include "os/error.h"

namespace look {
namespace {

bool same_lines(const simt::Hazard& a, const simt::Hazard& b) {
  const auto same = [](const simt::Access& x, const simt::Access& y) {
    return x.file == y.file && x.line == y.line;
  };
  return a.kind == b.kind && std::equal(a.where.begin(), a.where.end(), b.where.begin(), b.where.end(), same);
}

// What the run that was counted says beside the one that looked for hazards.
void take_observed(Seen& run, const stage::Stage& stage) {
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
void in_processes(std::span<const Job> jobs, const std::vector<size_t>& which, size_t largest_n,
                  double timeout, bench::Progress& progress, const std::string& what, Work work, Take take) {
  std::vector<os::Work> works;
  for (const size_t i : which) works.emplace_back([work, i](const os::Report&) { return work(i); });
  size_t done = 0;
  const auto finished = [&](size_t w, const os::Outcome& outcome) {
    take(which[w], outcome);
    progress.update(what + jobs[which[w]].stage->id, ++done, works.size());
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  bench::run_kernels_isolated(works, bench::executor_limits(timeout, largest_n, cores), {.done = finished});
}

[[noreturn]] void no_memory(const Job& job, const std::string& why) {
  throw os::Error(fmt::format("{}: {}", job.stage->id, why));
}

}  // namespace

std::vector<Seen> hazards(std::span<const Job> jobs, double timeout, bench::Progress& progress,
                          bool barriers) {
  std::vector<Seen> seen(jobs.size());
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
  in_processes(jobs, all, largest, timeout, progress, "looking for hazards: ", watch, take);
  return seen;
}

std::vector<Seen> counters(std::span<const Job> jobs, const simt::TraceOptions& options, double timeout,
                           bench::Progress& progress) {
  std::vector<Seen> seen = hazards(jobs, timeout, progress, options.barriers);
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
    Seen& run = seen[i];
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
  in_processes(jobs, sound, largest, timeout, progress, "counting: ", count, take);
  return seen;
}

bool all_as_they_should_be(std::span<const Job> jobs, std::span<const Seen> seen) {
  for (size_t i = 0; i < jobs.size(); ++i)
    if (!seen[i].right() && seen[i].row.verdict.status != check::Status::unchecked &&
        jobs[i].stage->expect.empty())
      return false;
  return true;
}

}  // namespace look
