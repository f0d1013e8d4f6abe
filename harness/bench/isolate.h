// Runs functions in processes of their own, so that a crash, an endless loop or a lost GPU context costs one
// row and not the run. Used by run and check. The parent must have no threads and no CUDA context of its own.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simt/observation.h"

namespace bench {

// For the work to say what it is at; also restarts the clock that ends a silent process.
using Report = std::function<void(const std::string&)>;
using Work = std::function<std::string(const Report&)>;

struct Outcome {
  enum class Status { finished, failed, crashed, timed_out };
  Status status = Status::failed;
  std::string result;  // finished: what the work returned, any bytes
  std::string error;   // failed: the exception's message; crashed: the signal, and the last words on stderr
  std::string last_report;             // what the work said last
  std::optional<simt::Hazard> hazard;  // crashed or timed out in a kernel on the executor: where
  bool finished() const { return status == Status::finished; }
};

struct Limits {
  unsigned at_once = 1;
  double silent_seconds = 120;  // without a report or a result
};

struct Watcher {  // called in the parent
  std::function<void(size_t job, const Outcome&)> done;
  std::function<void(size_t job, const std::string&)> report;
};

// Outcomes in the order of `jobs`. Throws Interrupted (bench/plan.h) on SIGINT, SIGTERM or SIGHUP, after
// ending its processes. With LADDER_IN_PROCESS set in the environment there are no processes (for debuggers
// and profilers).
std::vector<Outcome> run_isolated(std::span<const Work> jobs, const Limits&, const Watcher& = {});
Outcome run_isolated(const Work&, double silent_seconds);

}  // namespace bench
