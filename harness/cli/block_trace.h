// One thread block, written down as JSON: docs/trace.md and results/trace.schema.json describe it.
#pragma once
#include <cstdio>

#include "cli/options.h"
#include "data/json_text.h"

namespace cli {

// Runs the stage of o.ids[0] in a process of its own. Throws Failure: no such block, no such launch, a crash.
// Tells what is wrong with the stage on `to` first, and sets `status` to 1 then.
data::Json trace_block(const Options& o, std::FILE* to, int& status);

}  // namespace cli
