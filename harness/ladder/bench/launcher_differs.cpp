#include "bench/launcher_differs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bench {
namespace {

using simt::Launched;

std::string names_of(const std::vector<Launched>& all) {
  std::vector<std::string> names;
  for (const Launched& l : all) {
    const bool again =
        std::count_if(all.begin(), all.end(), [&](const Launched& o) { return o.kernel == l.kernel; }) > 1;
    names.push_back(again ? fmt::format("{} ({} block{})", l.kernel, l.blocks, l.blocks == 1 ? "" : "s")
                          : l.kernel);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string blocks_differ(const stage::Stage& stage, const Conditions& c, const Both& two) {
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  if (mine.launches != right.launches || mine.total_blocks == right.total_blocks) return "";
  return fmt::format(
      "with n = {}, the launcher starts {} blocks in all, and that of {} starts {}: how many does the work "
      "need?",
      c.n, mine.total_blocks, stage.id, right.total_blocks);
}

constexpr size_t kMostNamed = 6;  // launches, in a sentence

std::string launches_differ(const stage::Stage& stage, const Conditions& c, const Both& two) {
  const std::vector<Launched>&mine = two.mine.observation.launched, &right = two.right.observation.launched;
  const auto [here, there] = std::mismatch(mine.begin(), mine.end(), right.begin(), right.end());
  const bool named = std::all_of(mine.begin(), mine.end(),
                                 [](const Launched& l) { return !l.kernel.empty() && is_name(l.kernel); });
  if (here == mine.end() || there == right.end() || !named) return "";
  if (here->kernel == there->kernel && here->threads == there->threads &&
      here->threads_x != there->threads_x && here->threads_x > 0 && there->threads_x > 0)
    return fmt::format(
        "launch {} ({}) has blocks of {} × {} threads, and that of {} has {} × {}: which number belongs to "
        "x, "
        "and which to y?",
        here - mine.begin() + 1, here->kernel, here->threads_x, here->threads / here->threads_x, stage.id,
        there->threads_x, there->threads / there->threads_x);
  if (mine.size() <= kMostNamed && std::is_permutation(mine.begin(), mine.end(), right.begin(), right.end()))
    return fmt::format(
        "the kernels are launched in another order than in {}: {}; there {}. What must be done before launch "
        "{} ({})?",
        stage.id, names_of(mine), names_of(right), here - mine.begin() + 1, here->kernel);
  if (here->threads != there->threads && mine.size() == right.size() &&
      (here->kernel == there->kernel || mine.size() == 1))
    return fmt::format(
        "launch {} ({}) has blocks of {} threads, and that of {} has blocks of {}: for how many is the "
        "kernel "
        "written?",
        here - mine.begin() + 1, here->kernel, here->threads, stage.id, there->threads);
  if (mine.size() == right.size() || here->kernel != there->kernel || here->threads != there->threads ||
      here->blocks == there->blocks)
    return "";
  return fmt::format(
      "with n = {}, launch {} ({}) starts {} block{} of {} threads, and that of {} starts {}: how many does "
      "its work need?",
      c.n, here - mine.begin() + 1, here->kernel, here->blocks, here->blocks == 1 ? "" : "s", here->threads,
      stage.id, there->blocks);
}

std::string fills_differ(const Conditions& c, const Both& two) {
  const std::vector<simt::HostFill>&mine = two.mine.observation.filled, &right = two.right.observation.filled;
  if (mine.size() != right.size() || mine.size() >= simt::kMostHostFills) return "";
  for (size_t i = 0; i < mine.size(); ++i) {
    const simt::HostFill &a = mine[i], &b = right[i];
    if (a.call != b.call || a.array != b.array || !is_name(a.array)) return "";
    if (a.offset == b.offset && a.bytes >= b.bytes) continue;  // more does no harm
    const auto place = [](const simt::HostFill& f) {
      return fmt::format("{} byte{} of {}, from byte {} on", f.bytes, f.bytes == 1 ? "" : "s", f.array,
                         f.offset);
    };
    return fmt::format("{}context.{}() fills {}; in the solution it fills {} (n = {})",
                       a.line > 0 ? fmt::format("in line {}, ", a.line) : "", a.call, place(a), place(b),
                       c.n);
  }
  return "";
}

std::string memory_differs(const Conditions& c, const Both& two, const std::vector<simt::Hazard>& hazards) {
  for (const simt::Hazard& h : hazards) {
    if (h.kind != simt::HazardKind::out_of_bounds || h.space != "global") continue;
    const std::string name = h.object.substr(0, h.object.find('['));
    const auto bytes_in = [&](const Observed& run) -> uint64_t {
      for (const simt::NamedMemory& m : run.observation.memory)
        if (m.name == name) return m.bytes;
      return 0;
    };
    const uint64_t here = bytes_in(two.mine), there = bytes_in(two.right);
    if (here > 0 && here < there && is_name(name))
      return fmt::format(
          "{} has {} bytes; in the solution it has {} (n = {}). How many elements does it need: one for each "
          "block, each warp, each thread?",
          name, here, there, c.n);
  }
  return "";
}

}  // namespace bench
