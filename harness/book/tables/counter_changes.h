// Changes in the counters from one stage to the next, as text.
#pragma once
#include <string>
#include <vector>

#include "simt/observation.h"

namespace ladder::report {

struct CounterChange {
  std::string name;    // "shared wavefronts per request"
  std::string before;  // "3.80", as displayed
  std::string after;
  std::string words;             // "no more bank conflicts"; may be ""
  double times;                  // after / before; infinite if there was none before, 0 if none is left
  std::string sentence() const;  // "shared wavefronts per request 1.00, was 3.80: no more bank conflicts"
};

// The changes in the job's counts and in the ratios derived from them, the largest relative change first;
// changes of less than 1 % are omitted.
std::vector<CounterChange> counter_changes(const simt::Counters& before, const simt::Counters& after);

std::string how_much(double times);  // "3.80× fewer", "5 % more"

}  // namespace ladder::report
