// What changed in the counters from one stage to the next, in words.
#pragma once
#include <string>
#include <vector>

#include "simt/observation.h"

namespace report {

struct CounterChange {
  std::string name;    // "shared wavefronts per request"
  std::string before;  // "3.80", as people read it
  std::string after;
  std::string words;             // "no more bank conflicts"; may be ""
  double times;                  // after / before; infinite where there was none before, 0 where none is left
  std::string sentence() const;  // "shared wavefronts per request 1.00, was 3.80: no more bank conflicts"
};

// Largest relative change first. Counts of the job, and the ratios made of them; what hardly changed (by less
// than one in a hundred) is left out.
std::vector<CounterChange> counter_changes(const simt::Counters& before, const simt::Counters& after);

std::string how_much(double times);  // "3.80 times fewer", "5 % more"

}  // namespace report
