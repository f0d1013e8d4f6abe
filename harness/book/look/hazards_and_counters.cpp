#include "look/hazards_and_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "bench/kernel_process.h"
#include "bench/result_json.h"
#include "bench/rows.h"
#include "bench/run_parts.h"
#include "bench/watch.h"
#include "os/error.h"

namespace ladder::look {
namespace {

bool same_lines(const simt::Hazard& a, const simt::Hazard& b) {
  const auto same = [](const simt::Access& x, const simt::Access& y) {
    return x.file == y.file && x.line == y.line;
  };
  return a.kind == b.kind && std::equal(a.where.begin(), a.where.end(), b.where.begin(), b.where.end(), same);
}

// Merges the counted run's findings with those from the run that looked for hazards.
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

[[noreturn]] void no_memory(const Job& job, const std::string& why) {
  throw os::Error(fmt::format("{}: {}", job.stage->id, why));
}

// The work after the search for hazards, in the same process.
struct Second {
  std::string what;                                          // "counting: "
  std::function<std::string(size_t job)> work;               // runs in the child process
  std::function<void(size_t job, const os::Outcome&)> take;  // runs in this process
};

class Looking {
 public:
  std::vector<Seen> seen;  // in the order of the jobs

  Looking(std::span<const Job> jobs, double timeout, bench::Progress& progress, bool barriers)
      : seen(jobs.size()), jobs_(jobs), timeout_(timeout), progress_(progress), barriers_(barriers) {
    for (size_t i = 0; i < jobs.size(); ++i) {
      const bench::Conditions& c = jobs[i].the_case;
      bench::Row row = bench::make_row(*jobs[i].stage, bench::Backend::simt, c.n, c.dtype, c.block);
      if (c.sizes && row.task != nullptr) bench::take_sizes(row, *c.sizes);
      seen[i].row = row.result;
      seen[i].watched = bench::watched(row.task, c, c.block);
      most_watched_ = std::max(most_watched_, seen[i].watched.n);
      largest_n_ = std::max(largest_n_, c.n);
    }
  }

  // Starts one process for each job. If that process ends during the search for hazards, the second run gets
  // another process, unless the first process hung.
  void run(const Second& second, const std::function<void(const Seen&)>& told = {}) {
    std::vector<size_t> all, left;
    for (size_t i = 0; i < jobs_.size(); ++i) all.push_back(i);
    std::vector<bool> watched(jobs_.size());
    const auto both = [&](size_t i, const os::Report& report) {
      report(watch(i), limits(largest_n_).busy_seconds);
      return second.work(i);
    };
    const auto take = [&](size_t i, const std::string& found) {
      watched[i] = true;
      take_watched(i, found);
      if (told) told(seen[i]);
    };
    const auto done = [&](size_t i, const os::Outcome& outcome) {
      if (watched[i]) return second.take(i, outcome);
      bench::take_failure(seen[i].row, outcome, fmt::format("n = {}", seen[i].watched.n));
      if (told) told(seen[i]);
      if (seen[i].row.verdict.status == check::Status::timeout)
        seen[i].failed = seen[i].row.verdict.message();
      else
        left.push_back(i);
    };
    in_processes(all, most_watched_, second.what, both, take, done);
    in_processes(
        left, largest_n_, second.what, [&](size_t i, const os::Report&) { return second.work(i); }, {},
        second.take);
  }

 private:
  os::Limits limits(size_t n) const {
    return bench::executor_limits(timeout_, n, std::max(1u, std::thread::hardware_concurrency()));
  }

  std::string watch(size_t i) const {
    bench::Conditions few = jobs_[i].the_case;
    static_cast<check::Case&>(few) = seen[i].watched;
    return data::packed(
        bench::observe(*jobs_[i].stage, few, {.counters = false, .hazards = true, .barriers = barriers_}));
  }

  void take_watched(size_t i, const std::string& found) {
    const auto watched = data::unpacked<bench::Observed>(found);
    bench::take_watched(seen[i].row, *jobs_[i].stage, watched);
    seen[i].barriers = watched.observation.barriers;
    if (!seen[i].row.skipped.empty()) no_memory(jobs_[i], text_of(seen[i].row.skipped));
  }

  void in_processes(const std::vector<size_t>& which, size_t n, const std::string& what,
                    const std::function<std::string(size_t, const os::Report&)>& work,
                    const std::function<void(size_t, const std::string&)>& report,
                    const std::function<void(size_t, const os::Outcome&)>& take) {
    std::vector<os::Work> works;
    for (const size_t i : which)
      works.emplace_back([&work, i](const os::Report& to_parent) { return work(i, to_parent); });
    size_t finished = 0;
    bench::run_kernels_isolated(
        works, limits(n),
        {.done =
             [&](size_t w, const os::Outcome& outcome) {
               take(which[w], outcome);
               progress_.update(what + jobs_[which[w]].stage->id, ++finished, works.size());
             },
         .report = [&](size_t w, const std::string& text) { report(which[w], text); }});
  }

  std::span<const Job> jobs_;
  double timeout_;
  bench::Progress& progress_;
  bool barriers_;
  size_t most_watched_ = 0, largest_n_ = 0;
};

}  // namespace

std::vector<Seen> counters(std::span<const Job> jobs, const simt::TraceOptions& options, double timeout,
                           bench::Progress& progress) {
  Looking looking(jobs, timeout, progress, options.barriers);
  const auto count = [&](size_t i) {
    return data::packed(bench::observe(*jobs[i].stage, jobs[i].the_case, options));
  };
  const auto take = [&](size_t i, const os::Outcome& outcome) {
    Seen& run = looking.seen[i];
    if (!outcome.finished()) {
      const bool known = run.row.verdict.status != check::Status::unchecked && !run.right();
      if (!known) bench::take_failure(run.row, outcome, fmt::format("n = {}", jobs[i].the_case.n));
      run.failed = run.row.verdict.message();
      return;
    }
    run.observed = data::unpacked<bench::Observed>(outcome.result);
    if (!run.observed.no_memory.empty()) no_memory(jobs[i], run.observed.no_memory);
    take_observed(run, *jobs[i].stage);
    simt::add_uses(run.barriers, run.observed.observation.barriers);
  };
  const Second counting{"counting: ", count, take};
  looking.run(counting);
  return std::move(looking.seen);
}

simt::BlockTrace watched_trace(const Job& job, const Place& place, double timeout, bench::Progress& progress,
                               const std::function<void(const Seen&)>& told) {
  Looking looking(std::span(&job, 1), timeout, progress, false);
  std::optional<os::Outcome> ended;
  const Second tracing{
      "tracing: ", [&](size_t) { return data::packed(record(*job.stage, job.the_case, place)); },
      [&](size_t, const os::Outcome& outcome) { ended = outcome; }};
  looking.run(tracing, told);
  // The process hung during the search for hazards.
  if (!ended) return trace(*job.stage, job.the_case, place, timeout);
  return trace_from(*ended, *job.stage);
}

bool all_as_they_should_be(std::span<const Job> jobs, std::span<const Seen> seen) {
  for (size_t i = 0; i < jobs.size(); ++i)
    if (!seen[i].right() && seen[i].row.verdict.status != check::Status::unchecked &&
        jobs[i].stage->expect.empty())
      return false;
  return true;
}

}  // namespace ladder::look
