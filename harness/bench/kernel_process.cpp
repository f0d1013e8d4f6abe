#include "bench/kernel_process.h"

#include "simt/crash.h"

namespace bench {

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits limits,
                                              const os::Watcher& watcher) {
  limits.last_words = simt::install_crash_reporter;
  return os::run_isolated(jobs, limits, watcher);
}

os::Outcome run_kernels_isolated(const os::Work& work, double silent_seconds) {
  return run_kernels_isolated(std::span(&work, 1), {.at_once = 1, .silent_seconds = silent_seconds}).front();
}

std::optional<simt::Hazard> hazard_of(const os::Outcome& outcome) {
  return simt::crash_hazard(outcome.last_words, outcome.silent_seconds);
}

}  // namespace bench
