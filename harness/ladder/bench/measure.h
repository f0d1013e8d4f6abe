// Times a group of rows in turn, round by round, in one process: whatever drifts hits all of them alike.
// Called by run_cuda.cpp and run_simt.cpp inside a child process.
#pragma once
#include <string>
#include <vector>

#include "bench/attempt.h"
#include "bench/kernel_process.h"

namespace bench {

struct Entry {
  std::string name;  // for reports, and unique
  Solver solver;
  // What it solves and how that is checked: a task, or (ceilings) an own verification.
  const check::Task* task = nullptr;
  bool inclusive = true;
  device::Placement placement = {};
  std::function<std::string()> verify;  // "" is good; empty: the task's problem
  uint64_t bytes = 0;                   // with `verify`
};

struct Measured {
  check::Verdict verdict;
  std::vector<double> samples, first_pass;  // seconds, by round
  uint64_t bytes = 0;
  std::string skipped;
  bool apart = false;  // timed after the others: did not fit into memory beside them
};

struct Rounds {
  unsigned warm_up = 2, timed = 30;
  unsigned at_least = 3;       // of the timed ones, however long they take
  double enough_seconds = 60;  // no further round after this long
  bool first_pass = false;     // also the first launch alone, of rows that have several
  double busy_seconds = 0;     // CPU time that one run may take; 0: any
};

// `the_case` without inclusive, which is the entries'. Reports a Doing before every run. Entries that turn out
// wrong are not timed. With Engine::failure_is_final, passes on what a failing entry throws.
std::vector<Measured> measure(const Engine&, const std::vector<Entry>& entries, const check::Case& the_case,
                              const Rounds&, const os::Report&);

}  // namespace bench
