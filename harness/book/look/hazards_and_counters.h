// Traced runs of stages, each in its own process: a stage's hazards, and the cost of its lines.
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

namespace ladder::look {

struct Job {
  const stage::Stage* stage;
  bench::Conditions the_case;
};
struct Seen {
  bench::Observed observed;
  std::string failed;  // it crashed or hung while being examined; "" if it completed
  // Its verdict and hazards, including those found by a separate run with few elements.
  bench::Result row;
  check::Case watched;         // the conditions of the run that looks for hazards
  simt::BarrierUses barriers;  // the barriers of both runs, if they were requested

  bool right() const { return row.verdict.passed(); }
  bool counted() const { return failed.empty() && observed.stopped.empty(); }
};
// Runs several jobs at a time; the results are in the order of `jobs`. `timeout`: how many seconds a process
// may be silent; 0: chosen for each job. Throws os::Error if there is not enough memory for a job.
std::vector<Seen> counters(std::span<const Job> jobs, const simt::TraceOptions&, double timeout,
                           bench::Progress&);

// A record of one thread block. The search for hazards comes first, and its result is passed to `told`.
// Throws the same errors as trace().
simt::BlockTrace watched_trace(const Job&, const Place&, double timeout, bench::Progress&,
                               const std::function<void(const Seen&)>& told);

// True if every stage has the expected verdict; for a pitfall, this is the declared one.
bool all_as_they_should_be(std::span<const Job> jobs, std::span<const Seen>);

}  // namespace ladder::look
