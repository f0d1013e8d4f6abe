// Processes that run kernels: os/isolate.h, and where in a kernel a process was
// when it crashed or was stopped.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "os/isolate.h"
#include "simt/observation.h"

namespace bench {

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits,
                                              const os::Watcher& = {});
os::Outcome run_kernels_isolated(const os::Work&, const os::Limits&);

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
