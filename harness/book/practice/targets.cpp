#include "practice/targets.h"

#include <fmt/format.h>

#include <cmath>

#include "os/error.h"
#include "os/repository.h"
#include "tables/run_file.h"

namespace practice {

const bench::Result& recorded(const std::string& id) {
  constexpr const char* kFile = "results/counters.json";
  static const report::RunFile file = report::read_file(os::in_repository(kFile));
  for (const bench::Result& row : file.results)
    if (row.id == id && row.counters) return row;
  throw os::Error(fmt::format("{} has no counters of {}: ./ladder counters writes them", kFile, id));
}

bool more_is_better(const std::string& counter) {
  return counter == "active_lanes_per_request" || counter == "indicative_warp_efficiency";
}

int against(const std::string& counter, double value, double target) {
  if (std::abs(value - target) <= 1e-9 * std::max(std::abs(value), std::abs(target))) return 0;
  return (value > target) == more_is_better(counter) ? 1 : -1;
}

}  // namespace practice
