// Output that is common to the commands that examine stages closely.
#pragma once
#include <cstdio>
#include <span>
#include <string>

#include "cli/exit.h"
#include "cli/options.h"
#include "look/hazards_and_counters.h"

namespace ladder::cli {

// The conditions given by --n, --block, --dtype, --gpus, --seed and --input. Throws Failure if one of them
// has several values.
look::Asked asked(const Options&);

// Prints the faults of the stage, before anything else about it, and whether it was checked for hazards.
void tell_hazards(const Options&, const look::Seen&, const stage::Stage&, std::FILE* to = stdout);
// -q: prints the same on standard error, one line for each wrong stage.
void tell_failures(std::span<const look::Job> jobs, std::span<const look::Seen>);

Exit status_of(std::span<const look::Job> jobs, std::span<const look::Seen>);  // returns good or wrong_result

// "observed 65 of 4113 blocks, evenly spaced; counts scaled up" or "all 33 blocks observed"
std::string sampling(const simt::Counters&);

// The trace of o.ids[0], and its row. Faults are first printed to `to`, and set `status` to 1.
struct WatchedTrace {
  simt::BlockTrace trace;
  bench::Result row;
  Exit status = good;
};
WatchedTrace watched_trace(const Options& o, std::FILE* to);

}  // namespace ladder::cli
