// The CPU references with which a reader would compare a GPU, timed and checked as separate rows.
#pragma once
#include <string>
#include <vector>

#include "bench/result.h"
#include "check/case.h"

namespace ladder::bench {

struct Baseline {
  std::string id;     // "cpu/parallel_reduce"
  std::string idea;   // a few words
  std::string track;  // the track with which it is compared: "reduce" or "scan" (inclusive)
  // Checks one run, times `repetitions` (at least one), and checks the last one again. Fills in everything
  // except speedups and ceilings; sets `skipped` if the arrays do not fit into memory. cpu/parallel_* start
  // oneTBB's threads: a process that has called them must not fork, so run them in a child or after the last
  // fork.
  Result (*measure)(const Baseline&, const check::Case&, int repetitions);
};

// cpu/sequential_reduce, cpu/parallel_reduce, cpu/recursive_reduce, cpu/sequential_scan, cpu/parallel_scan.
const std::vector<Baseline>& cpu_baselines();

}  // namespace ladder::bench
