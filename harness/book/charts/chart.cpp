#include "charts/chart.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ladder::report {
namespace {

std::string name(const Group& group) {
  return fmt::format("{} ({}, {})", group.track, data::name(group.backend), conditions(group));
}

[[noreturn]] void several(Chart chart, const std::vector<Group>& found, const char* say) {
  std::vector<std::string> names;
  for (const Group& group : found)
    if (names.size() < 3) names.push_back(name(group));
  throw os::Error(fmt::format("a chart of {} shows one table, but there are {}: {}{}; specify {}",
                              data::name(chart), found.size(), fmt::join(names, ", "),
                              found.size() > 3 ? ", …" : "", say));
}

bool measured(const Group& group) { return group.backend == bench::Backend::cuda; }

std::vector<Group> measured_ones(Chart chart, std::vector<Group> found) {
  std::erase_if(found, [](const Group& group) { return !measured(group); });
  if (found.empty())
    throw os::Error(fmt::format("a chart of {} needs rows measured on a GPU", data::name(chart)));
  return found;
}

// One group from each file, all for the same table.
std::vector<Group> one_of_each(Chart chart, const Files& files, const TableOptions& options) {
  std::vector<Group> each;
  for (const RunFile* file : files) {
    std::vector<Group> found = measured_ones(chart, groups(*file, options));
    if (found.size() > 1) several(chart, found, "the track, n=, dtype= or block=");
    if (!each.empty() && !(same_but_n(each[0], found[0]) && each[0].n == found[0].n))
      throw os::Error(
          fmt::format("a chart of {} needs the same rows in each file, but here they are {} and {}",
                      data::name(chart), name(each[0]), name(found[0])));
    each.push_back(std::move(found[0]));
  }
  return each;
}

// The groups for a chart against n: those of one GPU that differ only in n, smallest n first.
std::vector<Group> over_n(Chart chart, std::vector<Group> found) {
  found = measured_ones(chart, std::move(found));
  for (const Group& group : found)
    if (!same_but_n(group, found[0])) several(chart, found, "the track, dtype= or block=");
  if (found.size() < 3)
    throw os::Error(
        fmt::format("{} needs a sweep with at least three values of n for {}, as written by ./ladder run {} "
                    "--n 2^10:2^30:*4",
                    data::name(chart), found[0].track, found[0].track));
  std::sort(found.begin(), found.end(), [](const Group& a, const Group& b) { return a.n < b.n; });
  return found;
}

// The profile in the folder of the results file, for the same GPU and the same n.
Profile profile_for(const RunFile& file, const Group& group) {
  const std::string path = profile_path(file);
  if (path.empty())
    throw os::Error(fmt::format(
        "a chart of {} needs a profile.json beside the results file: harness/record/profile.py writes it",
        data::name(Chart::limits)));
  Profile profile = read_profile(path);
  if (profile.device != file.context.device)
    throw os::Error(fmt::format("{} was recorded on {}, but the results come from {}", path, profile.device,
                                file.context.device));
  if (profile.n.n != group.n || profile.block != group.block)
    throw os::Error(fmt::format("{} was recorded with n = {} and blocks of {}: specify n={} block={}", path,
                                text::n_text(profile.n), profile.block, text::n_text(profile.n),
                                profile.block));
  return profile;
}

}  // namespace

std::string wrong_ones(const std::vector<Group>& groups) {
  std::vector<std::string> names;
  for (const Group& group : groups)
    for (const bench::Result* row : group.stages)
      if (is_wrong(*row))
        names.push_back(fmt::format("{} at n = {}", stage_and_gpus(*row), text::n_text(row->n)));
  constexpr size_t kMost = 4;
  const size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  if (names.empty()) return "";
  return fmt::format("Left out because wrong: {}{}. ", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

const char* says(Chart chart) {
  constexpr std::array kSays = {"speed of each stage",
                                "speedup of each stage over the first one",
                                "bandwidth for each n",
                                "speedup over the peer, for each n",
                                "speedup over one GPU, for each n",
                                "the executor's counts for each stage",
                                "operations per second, under the memory and arithmetic roofs",
                                "how close each stage is to the memory limit and the instruction limit"};
  static_assert(kSays.size() == names_of(Chart{}).size());
  return kSays[static_cast<size_t>(chart)];
}

svg::Document chart(Chart kind, const Files& files, const TableOptions& options) {
  if (kind == Chart::bars || kind == Chart::speedup) {
    const std::vector<Group> each = one_of_each(kind, files, options);
    return kind == Chart::bars ? bars_chart(each, files, options) : speedup_chart(each, files, options);
  }
  if (files.size() > 1)
    throw os::Error(
        fmt::format("a chart of {} shows one results file; for several, use chart=bars or chart=speedup",
                    data::name(kind)));
  const RunFile& file = *files.at(0);
  std::vector<Group> found = groups(file, options);
  switch (kind) {
    case Chart::bars:
    case Chart::speedup:
      break;
    case Chart::counters:
      std::erase_if(found, [](const Group& group) {
        return std::none_of(group.stages.begin(), group.stages.end(),
                            [](const auto* row) { return row->counters; });
      });
      if (found.empty())
        throw os::Error("there are no counters in these rows: ./ladder run --backend simt records them");
      if (found.size() > 1) several(kind, found, "the track, n=, dtype= or block=");
      return counters_chart(found[0], file, options);
    case Chart::sweep:
      return sweep_chart(over_n(kind, found), file, options);
    case Chart::ratio:
      return ratio_chart(over_n(kind, found), file, options);
    case Chart::scaling:
      return scaling_chart(over_n(kind, found), file, options);
    case Chart::roofline:
      found = measured_ones(kind, std::move(found));
      for (const Group& group : found)
        if (group.n != found[0].n) several(kind, found, "n=");
      return roofline_chart(found, file, options);
    case Chart::limits: {
      found = measured_ones(kind, std::move(found));
      if (found.size() > 1) several(kind, found, "the track, n=, dtype= or block=");
      return limits_chart(found[0], file, profile_for(file, found[0]), options);
    }
  }
  return {};
}

}  // namespace ladder::report
