// A run of the reader's stage and one of the solution, with all that their kernels stored and loaded, made comparable. For
// first_difference.cpp and launcher_differs.cpp.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bench/observe.h"

namespace bench {

using WarpOfLaunch = std::tuple<uint32_t, uint64_t, uint32_t>;  // launch, block, warp
struct Step {                                                   // of a warp
  const simt::Stored* stored;                                   // or got by a shuffle
  std::vector<const simt::Stored*> loads;                       // since the step before
};
using ByWarp = std::map<WarpOfLaunch, std::vector<Step>>;
ByWarp by_warp(const std::vector<simt::Stored>&);

// Of each launch the number of the one that it is compared with: of one name the first with the first, the second with the
// second, …; else the one of its number.
std::vector<uint32_t> partners(const std::vector<simt::Launched>& mine,
                               const std::vector<simt::Launched>& right);

struct Both {
  Observed mine, right;
  bool cut = false, all_loads = true;  // of what both kernels stored and loaded
};
// `stored`: with what they stored. The reader's stage is run by the runner of the conditions, the right one here.
Both both(const stage::Stage&, const Conditions&, bool stored, check::InputKind = check::InputKind::iota);

// Two stores of a warp to one array by different lanes, one after the other, as an if and its else make them: one.
void merge_branches(std::vector<simt::Stored>&);

// What another process says is not to be trusted.
bool is_name(const std::string&);
bool is_whole(const simt::Stored&);
inline bool is_shuffle(const simt::Stored& s) { return s.array.empty(); }
unsigned bytes_of(stage::DType);

}  // namespace bench
