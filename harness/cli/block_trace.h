// One thread block, written down as JSON: docs/trace.md and results/trace.schema.json describe it.
#pragma once
#include <cstdio>

#include "cli/options.h"
#include "data/json_text.h"

namespace cli {

// Runs the stage of o.ids[0] in a process of its own. Throws Failure: no such block, no such launch, a crash.
data::Json trace_block(const Options& o);

// The same with `hazards`. What is wrong with the stage is told on `to` before that, and makes `status` 1.
data::Json watched_trace(const Options& o, std::FILE* to, int& status);

// The messages between the blocks of one launch (simt/trace/messages.h), in the same way. For drawings.
data::Json trace_messages(const Options& o);

}  // namespace cli
