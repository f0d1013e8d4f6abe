// Is this barrier needed? What the traced executor saw the barriers of thread blocks order, and which of them ordered
// nothing that another one does not order as well.
#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "data/members.h"
#include "findings/evidence.h"

namespace simt {

struct BarrierPlace {
  std::string file;  // as in Access
  int line = 0;
  uint64_t rounds = 0;  // the most that one block came to it

  bool operator<(const BarrierPlace& o) const { return std::tie(file, line) < std::tie(o.file, o.line); }
};
constexpr auto members_of(const BarrierPlace*) {
  using data::Member;
  return std::tuple{Member{"file", &BarrierPlace::file}, Member{"line", &BarrierPlace::line},
                    Member{"rounds", &BarrierPlace::rounds}};
}

struct BarrierUses {
  std::vector<BarrierPlace> places;  // that blocks of more than one thread came to; sorted
  // Each: indices into `places`, sorted. Two accesses were seen that only these barriers order, so one of them at least
  // must stay. None holds another.
  std::vector<std::vector<uint32_t>> one_of;
  bool complete = true;  // false: there was too much to keep
};
constexpr auto members_of(const BarrierUses*) {
  using data::Member;
  return std::tuple{Member{"places", &BarrierUses::places}, Member{"one_of", &BarrierUses::one_of},
                    Member{"complete", &BarrierUses::complete}};
}
void add_uses(BarrierUses& to, const BarrierUses& more);

struct SurplusBarrier {
  BarrierPlace place;
  std::vector<BarrierPlace> instead;  // that order what this one does; none: it ordered nothing
};
constexpr auto members_of(const SurplusBarrier*) {
  using data::Member;
  return std::tuple{Member{"place", &SurplusBarrier::place}, Member{"instead", &SurplusBarrier::instead}};
}

// All of these could go together, as far as was seen. A barrier in a loop of few rounds may be needed in a later round,
// and is not among them. Files that BarrierPlace names by a relative path are read from `folder`.
std::vector<SurplusBarrier> surplus_barriers(const BarrierUses&, const std::string& folder);

std::vector<ladder::Evidence> evidence_of(const std::vector<SurplusBarrier>&);

// Does this line (from 1) of a C++ source stand in a loop?
bool stands_in_loop(const std::string& source, int line);

}  // namespace simt
