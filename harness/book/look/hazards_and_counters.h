// Traced runs of stages, each in a process of its own: what is wrong with a stage, and what its lines cost.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/observe.h"
#include "bench/plan.h"
#include "bench/result.h"
#include "look/tracing.h"
#include "look/case.h"

namespace look {

struct Job {
  const stage::Stage* stage;
  bench::Conditions the_case;
};
struct Seen {
  bench::Observed observed;
  std::string failed;   // it crashed or hung while it was looked at; "" if it answered
  bench::Result row;    // its verdict and hazards: also those of a run with few elements that looks for them
  check::Case watched;  // the run that looks for hazards
  simt::BarrierUses barriers;  // of both runs, where it was asked for

  bool right() const { return row.verdict.passed(); }
  bool counted() const { return failed.empty() && observed.stopped.empty(); }
};
// Several at a time, in the order of `jobs`. `timeout`: seconds that one may be silent; 0: what fits its work. Throws
// os::Error where the memory does not do for it.
std::vector<Seen> counters(std::span<const Job> jobs, const simt::TraceOptions&, double timeout,
                           bench::Progress&);

// One thread block, written down, after the search for hazards, whose result is `told` first. Throws as trace() does.
simt::BlockTrace watched_trace(const Job&, const Place&, double timeout, bench::Progress&,
                               const std::function<void(const Seen&)>& told);

// None is other than it should be; what a pitfall declares is as it should be.
bool all_as_they_should_be(std::span<const Job> jobs, std::span<const Seen>);

}  // namespace look
