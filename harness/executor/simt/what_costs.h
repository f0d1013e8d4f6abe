// What a kernel wastes: ./ladder try, explain and practice show the worst.
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

// At most three findings on all kernels, the worst first: the line, what was counted there, what would do, and the page.
// None where nothing is wasted, or too little work was seen to say so. What the page `no_cure_of` is about comes without that
// page and its cure: for an exercise that asks for it. `counter`: the name of one that is too high. What it counts is found, if
// that is among what is wasted, and nothing else.
std::vector<Evidence> costs(std::span<const KernelCosts>, const std::string& no_cure_of = "",
                            const std::string& counter = "");

}  // namespace simt
