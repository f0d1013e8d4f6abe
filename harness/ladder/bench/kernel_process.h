// Processes that run kernels (os/isolate.h), their progress reports, and the position in a kernel at which a
// process crashed or was stopped.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/members.h"
#include "os/isolate.h"
#include "simt/observation.h"

namespace ladder::bench {

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits,
                                              const os::Watcher& = {});
os::Outcome run_kernels_isolated(const os::Work&, const os::Limits&);

// The report of a process that works on several rows, sent before each step: it shows which row ended the
// process.
struct Doing {
  std::string row;   // Row::name(), or the step that all rows share
  std::string what;  // "n = 33, random input"
};
constexpr auto members_of(const Doing*) {
  using data::Member;
  return std::tuple{Member{"row", &Doing::row}, Member{"what", &Doing::what}};
}
void say(const os::Report&, const Doing&, double busy_seconds = 0);
Doing said(const std::string& report);  // empty if there was no report
std::string in_words(const Doing&);     // "reduce/v0 block 256, n = 33, random input"

// The work's result, from the first of its processes that succeeds. After a process fails, `leave_out` removes
// the cause of the failure from the work and returns whether anything is left; if not, there is no result.
std::optional<std::string> run_until_through(
    const os::Work&, const os::Limits&, const std::function<void(const Doing&)>& watch,
    const std::function<bool(const Doing&, const os::Outcome&)>& leave_out);

// CPU seconds that one run with n elements may take on the executor: about ten times the time of the slowest
// stage. A run that takes longer is in an endless loop.
double busy_seconds(size_t n);

// Limits for processes on the executor that process n elements at a time; an explicit `timeout` in seconds
// replaces all other limits.
os::Limits executor_limits(double timeout, size_t n, unsigned at_once);
// Limits for processes on a GPU, whose driver busy-waits.
os::Limits gpu_limits(double timeout);

// Hazards that the working process has already taken from the executor. They are reported too if this process
// is stopped while the object exists.
struct KnownHazards {
  explicit KnownHazards(std::function<std::vector<simt::Hazard>()>);
  ~KnownHazards();
  KnownHazards(const KnownHazards&) = delete;
};
// The findings of the process before it crashed or was stopped.
std::vector<simt::Hazard> hazards_before(const os::Outcome&);

// Returns nullopt unless the process crashed or timed out in a kernel on the executor.
std::optional<simt::Hazard> hazard_of(const os::Outcome&);

}  // namespace ladder::bench
