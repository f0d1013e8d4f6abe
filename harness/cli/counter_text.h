// A job's counters and their changes as text for a terminal.
#pragma once
#include <span>
#include <string>

#include "simt/what_costs.h"
#include "simt/observation.h"

namespace ladder::cli {

std::string totals_text(const simt::Counters&);  // several indented lines; only non-zero counters

// "Main costs", and at most three sentences; "" if nothing is wasted.
std::string costs_text(std::span<const simt::KernelCosts>, bool colour);

// The barriers that ordered nothing, under a heading; "" if there are none.
std::string barriers_text(const std::vector<simt::SurplusBarrier>&, bool colour);

// Nsight Compute's measurements of both stages, or only of `id` if `before` is "": one line for each
// results/GPU/profile.json that contains them; "" if none does.
std::string recorded_text(const std::string& id, const std::string& before);

// "Changes in the counters since reduce/v0, largest first:" and a line for each.
void print_changes(const std::string& since, const simt::Counters& before, const simt::Counters& after);

}  // namespace ladder::cli
