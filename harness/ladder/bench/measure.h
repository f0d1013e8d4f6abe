// Times the rows of a group in turn, round by round, in one process, so that drift affects all of them
// equally. Called by run_cuda.cpp and run_simt.cpp inside a child process.
#pragma once
#include <string>
#include <vector>

#include "bench/attempt.h"
#include "bench/kernel_process.h"

namespace ladder::bench {

struct Entry {
  std::string name;  // a unique name for reports
  Solver solver;
  // The problem and its verification: a task, or (for ceilings) a custom check.
  const check::Task* task = nullptr;
  bool inclusive = true;
  device::Placement placement = {};
  std::function<std::string()> verify;  // returns "" if correct; empty: the task's own check
  uint64_t bytes = 0;                   // with `verify`
};

struct Measured {
  check::Verdict verdict;
  std::vector<double> samples, first_pass;  // seconds per round
  uint64_t bytes = 0;
  findings::Evidence skipped;  // the reason if it was not measured
  bool apart = false;          // timed after the others, because it did not fit into memory with them
};

struct Rounds {
  unsigned warm_up = 2, timed = 30;
  unsigned at_least = 3;       // the minimum number of timed runs, whatever their duration
  double enough_seconds = 60;  // after this time, no new round begins
  bool first_pass = false;     // also time the first launch separately, for rows with several launches
  double busy_seconds = 0;     // CPU time that one run may take; 0: unlimited
  bool warm_cache = false;     // see Plan
};

// `the_case` does not set `inclusive`, because each entry has its own. Reports a Doing before every run.
// Entries with a wrong result are not timed. With Engine::failure_is_final, rethrows the exception of a failing
// entry.
std::vector<Measured> measure(const Engine&, const std::vector<Entry>& entries, const check::Case& the_case,
                              const Rounds&, const os::Report&);

}  // namespace ladder::bench
