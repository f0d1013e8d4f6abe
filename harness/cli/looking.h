// What the commands that look closely at stages say of what was seen.
#pragma once
#include <cstdio>
#include <span>
#include <string>

#include "cli/exit.h"
#include "cli/options.h"
#include "look/hazards_and_counters.h"

namespace cli {

// From --n, --block, --dtype, --gpus, --seed and --input. Throws Failure where one of them has several values.
look::Asked asked(const Options&);

// Says whether hazards were looked for and, before anything else is said of the stage, what is wrong with it.
void tell_hazards(const Options&, const look::Seen&, const stage::Stage&, std::FILE* to = stdout);
// -q: the same in one line on standard error for each stage that is wrong.
void tell_failures(std::span<const look::Job> jobs, std::span<const look::Seen>);

Exit status_of(std::span<const look::Job> jobs, std::span<const look::Seen>);  // good or wrong_result

// "observed 65 of 4113 blocks, evenly spaced, and scaled" or "all 33 blocks observed"
std::string sampling(const simt::Counters&);

// The trace of o.ids[0], and the row of what was found. What is wrong is told on `to` before that, and makes `status` 1.
struct WatchedTrace {
  simt::BlockTrace trace;
  bench::Result row;
  Exit status = good;
};
WatchedTrace watched_trace(const Options& o, std::FILE* to);

}  // namespace cli
