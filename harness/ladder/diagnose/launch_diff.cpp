#include "diagnose/launch_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ladder::diagnose {
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

Evidence blocks_differ(const stage::Stage& stage, const Conditions& c, const RunPair& two) {
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  if (mine.launches != right.launches || mine.total_blocks == right.total_blocks) return {};
  return {Cause::blocks_differ,
          {{"n", c.n}, {"blocks", mine.total_blocks}, {"id", stage.id}, {"right", right.total_blocks}}};
}

constexpr size_t kMostNamed = 6;  // the maximum number of launches named in a sentence

Evidence launches_differ(const stage::Stage& stage, const Conditions& c, const RunPair& two) {
  const std::vector<Launched>&mine = two.mine.observation.launched, &right = two.right.observation.launched;
  const auto [here, there] = std::mismatch(mine.begin(), mine.end(), right.begin(), right.end());
  const bool named = std::all_of(mine.begin(), mine.end(),
                                 [](const Launched& l) { return !l.kernel.empty() && is_name(l.kernel); });
  if (here == mine.end() || there == right.end() || !named) return {};
  const auto found = [&](Cause cause) {
    return Evidence(cause, {{"launch", here - mine.begin() + 1}, {"kernel", here->kernel}, {"id", stage.id}});
  };
  if (here->kernel == there->kernel && here->threads == there->threads &&
      here->threads_x != there->threads_x && here->threads_x > 0 && there->threads_x > 0)
    return found(Cause::block_shapes_differ)
        .add({"x", here->threads_x})
        .add({"y", here->threads / here->threads_x})
        .add({"right_x", there->threads_x})
        .add({"right_y", there->threads / there->threads_x});
  if (mine.size() <= kMostNamed && std::is_permutation(mine.begin(), mine.end(), right.begin(), right.end()))
    return found(Cause::launch_order_differs).add({"order", names_of(mine)}).add({"right", names_of(right)});
  if (here->threads != there->threads && mine.size() == right.size() &&
      (here->kernel == there->kernel || mine.size() == 1))
    return found(Cause::block_sizes_differ).add({"threads", here->threads}).add({"right", there->threads});
  if (mine.size() == right.size() || here->kernel != there->kernel || here->threads != there->threads ||
      here->blocks == there->blocks)
    return {};
  return found(Cause::grid_sizes_differ)
      .add({"n", c.n})
      .add({"blocks", here->blocks})
      .add({"threads", here->threads})
      .add({"right", there->blocks});
}

Evidence fills_differ(const Conditions& c, const RunPair& two) {
  const std::vector<simt::HostFill>&mine = two.mine.observation.filled, &right = two.right.observation.filled;
  if (mine.size() != right.size() || mine.size() >= simt::kMostHostFills) return {};
  for (size_t i = 0; i < mine.size(); ++i) {
    const simt::HostFill &a = mine[i], &b = right[i];
    if (a.call != b.call || a.array != b.array || !is_name(a.array)) return {};
    if (a.offset == b.offset && a.bytes >= b.bytes) continue;  // a larger range does no harm
    Evidence evidence(Cause::fills_differ, {{"call", a.call},
                                            {"array", a.array},
                                            {"bytes", a.bytes},
                                            {"byte", a.offset},
                                            {"right_bytes", b.bytes},
                                            {"right_byte", b.offset},
                                            {"n", c.n}});
    if (a.line > 0) evidence.add({"line", a.line});
    return evidence;
  }
  return {};
}

Evidence memory_differs(const Conditions& c, const RunPair& two, const std::vector<simt::Hazard>& hazards) {
  for (const simt::Hazard& h : hazards) {
    if (h.kind != simt::HazardKind::out_of_bounds || h.space != "global") continue;
    const std::string& name = h.object.name;
    const auto bytes_in = [&](const Observed& run) -> uint64_t {
      for (const simt::NamedMemory& m : run.observation.memory)
        if (m.name == name) return m.bytes;
      return 0;
    };
    const uint64_t here = bytes_in(two.mine), there = bytes_in(two.right);
    if (here > 0 && here < there && is_name(name))
      return {Cause::memory_differs, {{"object", name}, {"bytes", here}, {"right", there}, {"n", c.n}}};
  }
  return {};
}

}  // namespace

Findings launch_diff(const stage::Stage& stage, const Conditions& c, const RunPair& two,
                     const std::vector<simt::Hazard>& hazards) {
  Findings found = {blocks_differ(stage, c, two), launches_differ(stage, c, two),
                    memory_differs(c, two, hazards), fills_differ(c, two)};
  // The threads wait for each other but do not communicate through shared memory.
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  if (hazards.empty() && mine.barriers > 0 && mine.shuffles == 0 && mine.shared_requests() == 0 &&
      right.shared_requests() > 0)
    found.insert(found.begin(), {Cause::nothing_through_shared});
  std::erase_if(found, [](const Evidence& e) { return e.empty(); });
  return found;
}

}  // namespace ladder::diagnose
