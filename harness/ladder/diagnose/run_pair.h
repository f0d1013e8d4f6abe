// A run of the reader's stage and one of the solution, with everything that their kernels stored and loaded, in
// comparable form.
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
  unsigned input_bytes = 0;  // the size of an element of `input`
  Observed mine, right;
  bool cut = false, all_loads = true;  // were both kernels' records cut short, and do they contain all loads?
};
// The conditions' runner runs the reader's stage; the solution runs here.
RunPair run_pair(const stage::Stage&, const Conditions&, check::InputKind = check::InputKind::iota);

// For each launch, the number of the launch that it is compared with: among launches of one kernel name, the first
// with the first, the second with the second, …; otherwise the one with the same number.
std::vector<uint32_t> partners(const std::vector<simt::Launched>& mine,
                               const std::vector<simt::Launched>& right);

// Another process's output cannot be trusted.
bool is_name(const std::string&);
bool is_whole(const Stored&);
inline bool is_shuffle(const Stored& s) { return s.array.empty(); }
unsigned bytes_of(stage::DType);

}  // namespace diagnose
