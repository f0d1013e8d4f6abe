// One thread block, written down as JSON: docs/trace.md and results/trace.schema.json describe it.
#pragma once
#include <cstdint>
#include <stdexcept>

#include "data/json_text.h"
#include "look/case.h"

namespace look {

struct Place {
  uint64_t block_index = 0;
  uint64_t launch = 1;  // the first is 1
};
struct Crashed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs the stage in a process of its own. Throws os::Error: no such block, no such launch; Crashed. `timeout`: seconds that
// it may be silent; 0: what fits its work.
data::Json trace(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);

// The messages between the blocks of one launch (simt/trace/messages.h), in the same way. For drawings.
data::Json messages(const stage::Stage&, const bench::Conditions&, const Place&, double timeout = 0);

}  // namespace look
