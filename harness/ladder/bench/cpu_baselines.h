// The CPU references that a reader would compare a GPU with, timed and checked as rows of their own.
#pragma once
#include <string>
#include <vector>

#include "bench/result.h"
#include "check/case.h"

namespace bench {

struct Baseline {
  std::string id;     // "cpu/parallel_reduce"
  std::string idea;   // a few words
  std::string track;  // whose stages it stands beside: "reduce" or "scan" (inclusive)
  // One run checked, `repetitions` (at least one) timed, the last one checked again. Every result but
  // speedups and ceilings is filled in; `skipped` says so when the arrays do not fit into memory.
  // cpu/parallel_* start oneTBB's threads: a process that has called them must not fork, so run them in
  // a child or after the last fork.
  Result (*measure)(const Baseline&, const check::Case&, int repetitions);
};

// cpu/sequential_reduce, cpu/parallel_reduce, cpu/recursive_reduce, cpu/sequential_scan, cpu/parallel_scan.
const std::vector<Baseline>& cpu_baselines();

}  // namespace bench
