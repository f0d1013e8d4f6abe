// Recorded runs of a stage: the actions of one thread block, and the messages between the blocks of a launch.
#pragma once
#include <cstdint>
#include <stdexcept>

#include "look/case.h"
#include "os/isolate.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/messages.h"

namespace ladder::look {

struct Place {
  uint64_t block_index = 0;
  uint64_t launch = 1;  // counted from 1
};
struct Crashed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs the stage in this process, which a kernel may crash. Throws os::Error if there is no such block or
// launch.
simt::BlockTrace record(const stage::Stage&, const bench::Conditions&, const Place&);
// Extracts the trace from the response of the process that packed it.
simt::BlockTrace trace_from(const os::Outcome&, const stage::Stage&);

// Each of these runs the stage in a separate process, and throws os::Error and Crashed. `timeout`: how many
// seconds the process may be silent; 0: chosen for its work.
simt::BlockTrace trace(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);
simt::LaunchTrace messages(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);

}  // namespace ladder::look
