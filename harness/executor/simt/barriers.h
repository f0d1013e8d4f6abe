// Determines which barriers are needed. Records what the barriers of thread blocks ordered in a traced run,
// and finds the barriers that ordered nothing, or only accesses that other barriers order as well.
#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "data/members.h"
#include "findings/evidence.h"

namespace ladder::simt {

struct BarrierPlace {
  std::string file;  // see Access
  int line = 0;
  uint64_t rounds = 0;  // the largest number of times that one block has reached it

  bool operator<(const BarrierPlace& o) const { return std::tie(file, line) < std::tie(o.file, o.line); }
};
constexpr auto members_of(const BarrierPlace*) {
  using data::Member;
  return std::tuple{Member{"file", &BarrierPlace::file}, Member{"line", &BarrierPlace::line},
                    Member{"rounds", &BarrierPlace::rounds}};
}

struct BarrierUses {
  std::vector<BarrierPlace> places;  // reached by blocks of more than one thread; sorted
  // Each entry holds sorted indices into `places`. The run contained two accesses that only these barriers
  // order, so at least one of these barriers must stay. No entry contains another entry.
  std::vector<std::vector<uint32_t>> one_of;
  bool complete = true;  // false: too much to record
};
constexpr auto members_of(const BarrierUses*) {
  using data::Member;
  return std::tuple{Member{"places", &BarrierUses::places}, Member{"one_of", &BarrierUses::one_of},
                    Member{"complete", &BarrierUses::complete}};
}
void add_uses(BarrierUses& to, const BarrierUses& more);

struct SurplusBarrier {
  BarrierPlace place;
  // Barriers that also order everything that this one orders; empty if this one ordered nothing.
  std::vector<BarrierPlace> instead;
};
constexpr auto members_of(const SurplusBarrier*) {
  using data::Member;
  return std::tuple{Member{"place", &SurplusBarrier::place}, Member{"instead", &SurplusBarrier::instead}};
}

// As far as this run shows, all of these barriers can be removed together. A barrier in a loop with few
// iterations may be needed in a later iteration, so it is left out. Files that BarrierPlace names by a
// relative path are read from `folder`.
std::vector<SurplusBarrier> surplus_barriers(const BarrierUses&, const std::string& folder);

std::vector<findings::Evidence> evidence_of(const std::vector<SurplusBarrier>&);

// Is this line (counted from 1) of a C++ source file inside a loop?
bool stands_in_loop(const std::string& source, int line);

}  // namespace ladder::simt
