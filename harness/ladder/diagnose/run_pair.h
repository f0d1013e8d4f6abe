// A run of the reader's stage and one of the solution, with everything that their kernels stored and loaded, in
// comparable form.
#pragma once
#include <string>
#include <vector>

#include "bench/observe.h"

namespace ladder::diagnose {

using bench::Conditions;
using bench::Observed;
using findings::Cause;
using findings::Evidence;
using findings::Findings;
using simt::Stored;

struct RunPair {
  stage::DType dtype{};
  unsigned input_bytes = 0;  // the size of an element of `input`
  Observed mine, right;
  bool cut = false, all_loads = true;  // whether both records were cut short; whether they contain all loads
};
// The conditions' runner runs the reader's stage; the solution runs here.
RunPair run_pair(const stage::Stage&, const Conditions&, check::InputKind = check::InputKind::iota);

// For each launch, the number of the launch with which it is compared. Launches of kernels with the same name
// are compared in order, the first with the first, and so on. Any other launch is compared with the launch of
// the same number.
std::vector<uint32_t> partners(const std::vector<simt::Launched>& mine,
                               const std::vector<simt::Launched>& right);

// Checks of another process's output, which cannot be trusted.
bool is_name(const std::string&);
bool is_whole(const Stored&);
inline bool is_shuffle(const Stored& s) { return s.array.empty(); }
unsigned bytes_of(stage::DType);

}  // namespace ladder::diagnose
