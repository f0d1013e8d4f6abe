// Processes that run kernels: os/isolate.h, and where in a kernel a process was
// when it crashed or was stopped.
#pragma once
#include <optional>

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

// Nothing, unless the process crashed or timed out in a kernel on the executor.
std::optional<simt::Hazard> hazard_of(const os::Outcome&);

}  // namespace bench
