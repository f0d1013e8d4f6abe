// Traced runs for the commands that look closely at stages: what they run with,
// and each in a process of its own.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "bench/observe.h"
#include "cli/options.h"
#include "stage/registry.h"

namespace cli {

// From --n, --block, --dtype and --seed, one of each. What is not given is as in bench/defaults.h, and the
// stage's first element type. Throws Failure on several, and on what the stage does not offer.
bench::Conditions case_for(const Options&, const stage::Stage&);

check::InputKind input_from(const std::string& name);  // "iota"; throws Failure

std::string in_words(const bench::Conditions&);  // "n = 2^20, block 256, f32"

struct TracedJob {
  const stage::Stage* stage;
  bench::Conditions the_case;
};
struct TracedRun {
  bench::Observed observed;
  std::string failed;  // the process crashed or hung; "" if it answered
};
// Several at a time, with progress on a terminal. In the order of `jobs`.
std::vector<TracedRun> run_traced(std::span<const TracedJob> jobs, const simt::TraceOptions&, bool quiet);

// "observed 65 of 4113 blocks, evenly spaced, and scaled" or "all 33 blocks observed"
std::string sampling(const simt::Counters&);

}  // namespace cli
