// The verdicts of many cases of one stage, brought down to one.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "bench/runner.h"
#include "bench/result.h"
#include "stage/registry.h"

namespace bench {

struct Tally {
  // Of the worst kind: the first with a hazard, else the first with any elements, else the first; of correct
  // ones that nearest to its bound. With no elements at all only where nothing else is wrong.
  check::Verdict worst;
  size_t n = 0;  // of the case with the worst verdict; the largest one checked if all is well
  size_t cases = 0, largest_n = 0;
  int failures = 0;
  bool explained = false;             // the case with the worst verdict had hazards
  bool watched = false;               // a case of it was traced
  std::vector<simt::Hazard> hazards;  // each pair of lines once
  std::vector<size_t> hazard_ns;      // of each: of the first case that had it
  std::string not_done;               // the first case that could not be run
  std::vector<Ended> ended;  // how the process that held the stage did, if it did: no case comes after it

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

// Turns what was found about a pitfall into whether it is what it declares: "correct" if so, "wrong" if not.
void judge_pitfall(Result&, const stage::Stage&);

}  // namespace bench
