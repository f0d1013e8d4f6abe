#include "bench/kernel_process.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "bench/defaults.h"
#include "data/json_members.h"
#include "mpi/job.h"
#include "mpi/watch.h"
#include "simt/crash.h"

namespace ladder::bench {
namespace {

std::function<std::vector<simt::Hazard>()> known_hazards;

// The report of a process ended by a signal.
std::string last_hazards() {
  constexpr size_t kMost = 16;
  std::vector<simt::Hazard> all = known_hazards ? known_hazards() : std::vector<simt::Hazard>();
  for (simt::Hazard& h : simt::take_observation().hazards) all.push_back(std::move(h));
  if (all.size() > kMost) all.resize(kMost);
  return data::packed(all);
}

// If the program was started as several processes, the work is done in this process, because a process that
// uses MPI must not fork. The work must succeed in all processes: a row that fails or never ends also ends the
// job.
std::vector<os::Outcome> run_together(std::span<const os::Work> jobs, double silent_seconds,
                                      const os::Watcher& watcher) {
  std::vector<os::Outcome> outcomes(jobs.size());
  mpi::Watch watch(silent_seconds, [silent_seconds](const std::string& report) {
    mpi::tell(EXIT_FAILURE,
              fmt::format("{}: no answer for {:.3g} s from this process or one that it waits for, so all "
                          "processes were stopped (--timeout SECONDS gives them more time)",
                          in_words(said(report)), silent_seconds));
    std::_Exit(EXIT_FAILURE);
  });
  for (size_t job = 0; job < jobs.size(); ++job) {
    try {
      outcomes[job].result = jobs[job](os::Report{[&](const std::string& at, double) {
        watch.report(at);
        if (watcher.report) watcher.report(job, at);
      }});
    } catch (const std::exception& e) {
      throw std::runtime_error(
          fmt::format("{}: {}; all processes were stopped", in_words(said(watch.last_report())), e.what()));
    }
    outcomes[job].status = os::Outcome::Status::finished;
    if (watcher.done) watcher.done(job, outcomes[job]);
  }
  return outcomes;
}

}  // namespace

KnownHazards::KnownHazards(std::function<std::vector<simt::Hazard>()> known) {
  known_hazards = std::move(known);
}
KnownHazards::~KnownHazards() { known_hazards = nullptr; }

std::vector<simt::Hazard> hazards_before(const os::Outcome& outcome) {
  const std::string_view bytes = simt::after_the_report(outcome.last_words);
  if (bytes.empty()) return {};
  try {
    return data::unpacked<std::vector<simt::Hazard>>(std::string(bytes));
  } catch (const std::exception&) {  // the report is incomplete
    return {};
  }
}

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits limits,
                                              const os::Watcher& watcher) {
  if (mpi::processes() > 1) return run_together(jobs, limits.silent_seconds, watcher);
  limits.last_words = [](int to) { simt::install_crash_reporter(to, last_hazards); };
  return os::run_isolated(jobs, limits, watcher);
}

os::Outcome run_kernels_isolated(const os::Work& work, const os::Limits& limits) {
  return run_kernels_isolated(std::span(&work, 1), limits).front();
}

void say(const os::Report& report, const Doing& doing, double busy_seconds) {
  report(data::packed(doing), busy_seconds);
}
Doing said(const std::string& report) { return report.empty() ? Doing{} : data::unpacked<Doing>(report); }
std::string in_words(const Doing& doing) {
  return doing.what.empty() ? doing.row : doing.row + ", " + doing.what;
}

std::optional<std::string> run_until_through(
    const os::Work& work, const os::Limits& limits, const std::function<void(const Doing&)>& watch,
    const std::function<bool(const Doing&, const os::Outcome&)>& leave_out) {
  const auto reported = [&](size_t, const std::string& report) { watch(said(report)); };
  while (true) {
    os::Outcome outcome =
        run_kernels_isolated(std::span(&work, 1), limits, {.done = {}, .report = reported}).front();
    if (outcome.finished()) return std::move(outcome.result);
    if (!leave_out(said(outcome.last_report), outcome)) return std::nullopt;
  }
}

double busy_seconds(size_t n) {
#ifdef __SANITIZE_ADDRESS__
  constexpr double kSlower = 5;
#else
  constexpr double kSlower = 1;
#endif
  constexpr double kAny = 5, kEachMillion = 20;
  return std::ceil(kSlower * (kAny + kEachMillion * 1e-6 * static_cast<double>(n)));
}

os::Limits executor_limits(double timeout, size_t n, unsigned at_once) {
  if (timeout > 0) return {.at_once = at_once, .silent_seconds = timeout};
  return {.at_once = at_once, .silent_seconds = kSilentSeconds, .busy_seconds = busy_seconds(n)};
}

os::Limits gpu_limits(double timeout) {
  return {.at_once = 1, .silent_seconds = timeout > 0 ? timeout : kSilentSeconds};
}

std::optional<simt::Hazard> hazard_of(const os::Outcome& outcome) {
  return simt::crash_hazard(outcome.last_words, outcome.silent_seconds);
}

}  // namespace ladder::bench
