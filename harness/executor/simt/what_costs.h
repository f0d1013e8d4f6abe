// What a kernel wastes, in sentences: ./ladder try, explain and practice tell the worst.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "simt/observation.h"

namespace simt {

struct KernelCosts {
  std::string name;  // "": there is but one
  const Observation* seen = nullptr;
  uint64_t launches = 0, blocks = 0;  // of all launches
};

// At most three sentences on all kernels, the worst first: the line, what was counted there, what would do, why, and the
// page. None where nothing is wasted, or too little work was seen to say so. What the page `no_cure_of` is about is told without
// its cure: for an exercise that asks for it. `counter`: the name of one that is too high. What it counts is told, if that is
// among what is wasted, and nothing else.
std::vector<std::string> costs(std::span<const KernelCosts>, const std::string& no_cure_of = "",
                               const std::string& counter = "");

}  // namespace simt
