// Processes that run kernels: os/isolate.h, and where in a kernel a process was
// when it crashed or was stopped.
#pragma once
#include <optional>

#include "os/isolate.h"
#include "simt/observation.h"

namespace bench {

std::vector<os::Outcome> run_kernels_isolated(std::span<const os::Work> jobs, os::Limits,
                                              const os::Watcher& = {});
os::Outcome run_kernels_isolated(const os::Work&, double silent_seconds);

// Nothing, unless the process crashed or timed out in a kernel on the executor.
std::optional<simt::Hazard> hazard_of(const os::Outcome&);

}  // namespace bench
