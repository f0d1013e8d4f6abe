// Processes that run kernels: os/isolate.h, what they say they are at, and where in a kernel a process was when it
// crashed or was stopped.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/members.h"
#include "os/isolate.h"
#include "simt/observation.h"

namespace bench {

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits,
                                              const os::Watcher& = {});
os::Outcome run_kernels_isolated(const os::Work&, const os::Limits&);

// What a process that works on several rows reports before each step: so it is known which row it died of.
struct Doing {
  std::string row;   // Row::name(), or what is done for all of them
  std::string what;  // "n = 33, random input"
};
constexpr auto members_of(const Doing*) {
  using data::Member;
  return std::tuple{Member{"row", &Doing::row}, Member{"what", &Doing::what}};
}
void say(const os::Report&, const Doing&, double busy_seconds = 0);
Doing said(const std::string& report);  // empty, if there was none
std::string in_words(const Doing&);     // "reduce/v0 block 256, n = 33, random input"

// The work's result, from the first of its processes that comes through. After one that does not, `leave_out` takes
// what that one died of out of the work, and says whether anything is left; if not, there is no result.
std::optional<std::string> run_until_through(
    const os::Work&, const os::Limits&, const std::function<void(const Doing&)>& watch,
    const std::function<bool(const Doing&, const os::Outcome&)>& leave_out);

// CPU seconds that one run with n elements may take on the executor: about ten times what the slowest stage
// takes. More is an endless loop.
double busy_seconds(size_t n);

// For processes on the executor that look at n elements at a time; a `timeout` in seconds that was asked for
// takes the place of all that.
os::Limits executor_limits(double timeout, size_t n, unsigned at_once);
// For those on a GPU, whose driver waits busily.
os::Limits gpu_limits(double timeout);

// Hazards that the process knows of, besides those that the executor has not given out yet: they are told should it be
// stopped. For as long as this lives; it is for the process that does the work.
struct KnownHazards {
  explicit KnownHazards(std::function<std::vector<simt::Hazard>()>);
  ~KnownHazards();
  KnownHazards(const KnownHazards&) = delete;
};
// What it found before it crashed or was stopped.
std::vector<simt::Hazard> hazards_before(const os::Outcome&);

// Nothing, unless the process crashed or timed out in a kernel on the executor.
std::optional<simt::Hazard> hazard_of(const os::Outcome&);

}  // namespace bench
