#include "charts/chart.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace report {
namespace {

std::string name(const Group& group) {
  return fmt::format("{} ({}, {})", group.track, data::name(group.backend), conditions(group));
}

[[noreturn]] void several(Chart chart, const std::vector<Group>& found, const char* say) {
  std::vector<std::string> names;
  for (const Group& group : found)
    if (names.size() < 3) names.push_back(name(group));
  throw os::Error(fmt::format("a chart of {} shows one table, and there are {}: {}{}; say {}",
                              data::name(chart), found.size(), fmt::join(names, ", "),
                              found.size() > 3 ? ", …" : "", say));
}

bool measured(const Group& group) { return group.backend == bench::Backend::cuda; }

// The groups on which a chart over n stands: those of a GPU, alike but for n, the smallest n first.
std::vector<Group> over_n(Chart chart, std::vector<Group> found) {
  std::erase_if(found, [](const Group& group) { return !measured(group); });
  if (found.empty()) throw os::Error(fmt::format("{} needs rows measured on a GPU", data::name(chart)));
  for (const Group& group : found)
    if (!same_but_n(group, found[0])) several(chart, found, "which track, dtype= or block=");
  if (found.size() < 3)
    throw os::Error(
        fmt::format("{} needs a sweep: at least three n of {}, such as ./ladder run {} --n 2^10:2^30:*4 "
                    "writes",
                    data::name(chart), found[0].track, found[0].track));
  std::sort(found.begin(), found.end(), [](const Group& a, const Group& b) { return a.n < b.n; });
  return found;
}

}  // namespace

std::string wrong_ones(const std::vector<Group>& groups) {
  std::vector<std::string> names;
  for (const Group& group : groups)
    for (const bench::Result* row : group.stages)
      if (is_wrong(*row)) names.push_back(fmt::format("{} at n = {}", stage_and_gpus(*row), n_text(row->n)));
  constexpr size_t kMost = 4;
  const size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  if (names.empty()) return "";
  return fmt::format("Left out, as wrong: {}{}. ", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

const char* says(Chart chart) {
  constexpr std::array kSays = {"GB/s of each stage",
                                "GB/s for each n",
                                "speedup over the peer for each n",
                                "speedup over one GPU for each n",
                                "what the executor counted for each stage",
                                "operations per second below the roofs of memory and arithmetic"};
  static_assert(kSays.size() == names_of(Chart{}).size());
  return kSays[static_cast<size_t>(chart)];
}

std::string chart_svg(Chart chart, const RunFile& file, const TableOptions& options) {
  std::vector<Group> found = groups(file, options);
  switch (chart) {
    case Chart::bars:
      std::erase_if(found, [](const Group& group) { return !measured(group); });
      if (found.empty()) throw os::Error("bars need rows measured on a GPU");
      if (found.size() > 1) several(chart, found, "which track, n=, dtype= or block=");
      return bars_svg(found[0], file);
    case Chart::counters:
      std::erase_if(found, [](const Group& group) {
        return std::none_of(group.stages.begin(), group.stages.end(),
                            [](const auto* row) { return row->counters; });
      });
      if (found.empty())
        throw os::Error("there are no counters in these rows: ./ladder run --backend simt counts");
      if (found.size() > 1) several(chart, found, "which track, n=, dtype= or block=");
      return counters_svg(found[0], file);
    case Chart::sweep:
      return sweep_svg(over_n(chart, found), file, options);
    case Chart::ratio:
      return ratio_svg(over_n(chart, found), file, options);
    case Chart::scaling:
      return scaling_svg(over_n(chart, found), file);
    case Chart::roofline:
      std::erase_if(found, [](const Group& group) { return !measured(group); });
      if (found.empty()) throw os::Error("roofline needs rows measured on a GPU");
      for (const Group& group : found)
        if (group.n != found[0].n) several(chart, found, "n=");
      return roofline_svg(found, file);
  }
  return "";
}

}  // namespace report
