#include "check/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace check {
namespace {

constexpr std::array<std::pair<const char*, Task>, 8> kTracks = {{{"reduce", Task::sum},
                                                                  {"reduce_global", Task::sum},
                                                                  {"reduce_atomic", Task::sum},
                                                                  {"scan", Task::scan},
                                                                  {"map", Task::map},
                                                                  {"stencil", Task::stencil},
                                                                  {"pack", Task::pack},
                                                                  {"unpack", Task::unpack}}};
// minloc before min: the longer prefix first.
constexpr std::array<std::pair<const char*, Task>, 4> kOperators = {
    {{"sum", Task::sum}, {"minloc", Task::minloc}, {"min", Task::min}, {"max", Task::max}}};

}  // namespace

const char* name(InputKind kind) {
  constexpr std::array names = {"random", "index-coded", "alternating", "all-equal"};
  return names[static_cast<size_t>(kind)];
}

Task task_of(const std::string& id) {
  const size_t slash = std::min(id.find('/'), id.size());
  const std::string track = id.substr(0, slash);
  if (track == "reduce_op") {
    if (slash == id.size()) return Task::sum;
    const std::string stage = id.substr(slash + 1);
    for (const auto& [prefix, task] : kOperators)
      if (stage.starts_with(prefix)) return task;
    throw std::invalid_argument(
        fmt::format("{}: which operator? In reduce_op a name begins with sum, min, max or minloc", id));
  }
  for (const auto& [known, task] : kTracks)
    if (track == known) return task;
  throw std::invalid_argument(
      fmt::format("{}: nothing to check the track '{}' against. There is reduce, reduce_global, "
                  "reduce_atomic, reduce_op, scan, "
                  "map, stencil, pack and unpack",
                  id, track));
}

Task task_of(const stage::Stage& stage) {
  return task_of(stage.problem.empty() || stage.problem == stage.track() ? stage.id : stage.problem);
}

bool computes_inclusive(const stage::Stage& stage, const Case& the_case) {
  if (stage.scan == stage::ScanKind::inclusive) return true;
  if (stage.scan == stage::ScanKind::exclusive) return false;
  return the_case.inclusive;
}

size_t stencil_width(size_t n) {
  auto root = static_cast<size_t>(std::sqrt(static_cast<double>(n)));
  while (root > 0 && root > n / root) --root;  // floor, whatever sqrt rounded to
  return n < 1024 ? std::max<size_t>(1, root) : root / 32 * 32;
}

}  // namespace check
