// A run of the reader's stage and one of the solution, with all that their kernels stored and loaded, made comparable.
#pragma once
#include <string>
#include <vector>

#include "bench/observe.h"

namespace diagnose {

using bench::Conditions;
using bench::Observed;
using ladder::Cause;
using ladder::Evidence;
using ladder::Findings;
using simt::Stored;

struct RunPair {
  stage::DType dtype{};
  Observed mine, right;
  bool cut = false, all_loads = true;  // of what both kernels stored and loaded
};
// The reader's stage is run by the runner of the conditions, the right one here.
RunPair run_pair(const stage::Stage&, const Conditions&, check::InputKind = check::InputKind::iota);

// Of each launch the number of the one that it is compared with: of one name the first with the first, the second with the
// second, …; else the one of its number.
std::vector<uint32_t> partners(const std::vector<simt::Launched>& mine,
                               const std::vector<simt::Launched>& right);

// What another process says is not to be trusted.
bool is_name(const std::string&);
bool is_whole(const Stored&);
inline bool is_shuffle(const Stored& s) { return s.array.empty(); }
unsigned bytes_of(stage::DType);

}  // namespace diagnose
