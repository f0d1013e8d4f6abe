// Traced runs for the commands that look closely at stages: what they run with,
// and each in a process of its own.
#pragma once
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bench/observe.h"
#include "bench/result.h"
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
  std::string failed;  // it crashed or hung while it was looked at; "" if it answered
  bench::Result row;   // its verdict and hazards: also those of a run with few elements that looks for them
  size_t watched_n = 0;
  simt::BarrierUses barriers;  // of both runs, where it was asked for

  bool right() const { return row.verdict.passed(); }
  bool counted() const { return failed.empty() && observed.stopped.empty(); }
};
// Several at a time, with progress on a terminal. In the order of `jobs`. Throws Failure where the memory does
// not do for it.
std::vector<TracedRun> run_traced(std::span<const TracedJob> jobs, const simt::TraceOptions&, const Options&);
// The search for hazards alone.
std::vector<TracedRun> run_watched(std::span<const TracedJob> jobs, const Options&, bool barriers = false);

// Says whether hazards were looked for and, before anything else is said of the stage, what is wrong with it.
void tell_hazards(const Options&, const TracedRun&, const stage::Stage&, std::FILE* to = stdout);
// -q: the same in one line on standard error for each stage that is wrong.
void tell_failures(std::span<const TracedJob> jobs, std::span<const TracedRun> runs);

// 1 if one of them is not as it should be; what a pitfall declares is as it should be.
int status_of(std::span<const TracedJob> jobs, std::span<const TracedRun> runs);

// "observed 65 of 4113 blocks, evenly spaced, and scaled" or "all 33 blocks observed"
std::string sampling(const simt::Counters&);

}  // namespace cli
