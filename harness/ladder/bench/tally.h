// Combines the verdicts of many cases of one stage into one.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "bench/runner.h"
#include "bench/result.h"
#include "stage/registry.h"

namespace ladder::bench {

struct Tally {
  // The worst verdict. Of several equally bad ones, the first with a hazard; if none has a hazard, the first
  // with n > 0; if all have n = 0, the first. Of correct verdicts, the one closest to its bound. A verdict with
  // n = 0 is used only if nothing else is wrong.
  check::Verdict worst;
  size_t n = 0;  // n of the case with the worst verdict; if all are correct, the largest n checked
  size_t cases = 0, largest_n = 0;
  int failures = 0;
  bool explained = false;             // the case with the worst verdict had hazards
  bool watched = false;               // at least one case was traced
  std::vector<simt::Hazard> hazards;  // without duplicate pairs of lines
  std::vector<size_t> hazard_ns;      // for each hazard, n of the first case that had it
  Evidence not_done;                  // the first case that could not be run
  std::vector<Ended> ended;  // if the process that held the stage ended: how it ended; no case follows

  void add(const check::Verdict&, size_t n, const std::vector<simt::Hazard>&);
  void could_not(size_t n, const std::string& why);
  void conclude(Result&) const;
};
constexpr auto members_of(const Tally*) {
  using data::Member;
  return std::tuple{Member{"worst", &Tally::worst},         Member{"n", &Tally::n},
                    Member{"cases", &Tally::cases},         Member{"largest_n", &Tally::largest_n},
                    Member{"failures", &Tally::failures},   Member{"explained", &Tally::explained},
                    Member{"watched", &Tally::watched},     Member{"hazards", &Tally::hazards},
                    Member{"hazard_ns", &Tally::hazard_ns}, Member{"not_done", &Tally::not_done},
                    Member{"ended", &Tally::ended}};
}

// Replaces the verdict on a pitfall with one that says whether the findings match its declaration: "correct" if
// they do, "wrong" if they do not.
void judge_pitfall(Result&, const stage::Stage&);

}  // namespace ladder::bench
