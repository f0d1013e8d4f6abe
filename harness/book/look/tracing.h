// What one thread block does, and what the blocks of a launch tell each other: a run of a stage, written down.
#pragma once
#include <cstdint>
#include <stdexcept>

#include "look/case.h"
#include "os/isolate.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/messages.h"

namespace look {

struct Place {
  uint64_t block_index = 0;
  uint64_t launch = 1;  // the first is 1
};
struct Crashed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// In this process, which a kernel can end. Throws os::Error: no such block, no such launch.
simt::BlockTrace record(const stage::Stage&, const bench::Conditions&, const Place&);
// What a process that packed it answered.
simt::BlockTrace trace_from(const os::Outcome&, const stage::Stage&);

// Each runs the stage in a process of its own. Throw os::Error and Crashed. `timeout`: seconds that it may be silent; 0: what
// fits its work.
simt::BlockTrace trace(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);
simt::LaunchTrace messages(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);

}  // namespace look
