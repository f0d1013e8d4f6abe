// One row of a results file, as the rest of the harness passes it around. report/json.h writes and reads it.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/verdict.h"
#include "simt/observation.h"

namespace bench {

struct Time {  // seconds
  double median = 0, q1 = 0, q3 = 0, min = 0;
  std::vector<double> samples;
};

// A speedup with its 95 % interval. Not distinguishable from 1 when low <= 1 <= high.
struct Ratio {
  double value = 0, low = 0, high = 0;
  bool distinguishable() const { return low > 1 || high < 1; }
};

struct Result {
  std::string id, track, stage, idea;
  std::string backend;  // cuda | simt | cpu
  uint64_t n = 0;
  std::string dtype;   // f32 …
  unsigned block = 0;  // 0: does not apply (peers, ceilings, cpu)
  std::string scan;    // "" | inclusive | exclusive
  check::Verdict verdict;
  std::optional<Time> time;                   // of the whole job
  std::optional<Time> first_pass;             // of its first kernel alone, where the job has several
  uint64_t bytes = 0;                         // that the algorithm must move
  std::optional<double> bandwidth;            // bytes / second, over the median
  std::optional<double> fraction_of_ceiling;  // of the ceiling measured in the same run
  std::optional<double> fraction_of_peak;     // of the theoretical bandwidth
  std::map<std::string, Ratio> speedup;       // vs_first, vs_previous, vs_peer
  std::optional<simt::Counters> counters;
  std::vector<simt::Hazard> hazards;
  std::string skipped;  // why there is no measurement; "" if there is one
  std::string note;
};

std::string text_of(const simt::Hazard&);  // what happened, and in which lines

}  // namespace bench
