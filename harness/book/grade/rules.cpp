#include "grade/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "grade/submission_rules.h"
#include "practice/targets.h"
#include "simt/machine.h"

namespace ladder::grade {
namespace {

using findings::Cause;
using findings::Evidence;
using practice::CountedRun;
using practice::Exercise;
using practice::Yardstick;

constexpr uint64_t kLonger = 4, kMoreOfTheHost = 16, kFewSteps = 256, kFewBytes = 256, kFewerBlocks = 4,
                   kMoreOfAnother = 4, kSmallBlock = 128;
constexpr double kFewerLanes = 4;

// Is the work distributed as in the solution, with no work on the host?
Evidence not_shared_out(const Exercise& e, const CountedRun& run, const Yardstick& yard,
                        const std::string& at) {
  const auto too_much = [&](Cause cause, uint64_t here, uint64_t there) {
    return Evidence(cause,
                    {{"count", here}, {"at", at}, {"goal", practice::goal_of(e).id}, {"goal_count", there}});
  };
  if (!run.read_by_host.empty()) return {Cause::host_reads_result, {{"object", run.read_by_host}}};
  if (run.longest > kLonger * yard.longest + kFewSteps || !run.observed.observation.complete)
    return too_much(Cause::busiest_thread_steps, run.longest, yard.longest);
  if (run.longest_bytes > kLonger * yard.longest_bytes + kFewBytes)
    return too_much(Cause::busiest_thread_bytes, run.longest_bytes, yard.longest_bytes);
  const uint64_t blocks = run.observed.observation.counters.total_blocks, its = yard.counters.total_blocks;
  const uint64_t fill = std::min<uint64_t>(its, simt::make_machine()->device().multiprocessors);
  if (kFewerBlocks * blocks < fill) return too_much(Cause::too_few_blocks, blocks, its);
  if (run.host_steps > kMoreOfTheHost * yard.host_steps + kFewSteps)
    return too_much(Cause::host_does_the_work, run.host_steps, yard.host_steps);
  return {};
}

// No cost may be moved from judged counters to others, whether by letting one lane work for its warp, by
// atomics, or by global memory. One atomic for every 128 elements (a small block) is allowed.
Evidence paid_for(const Exercise& e, const CountedRun& run, const Yardstick& yard, const std::string& at) {
  const simt::Counters &c = run.observed.observation.counters, &its = yard.counters;
  if (kFewerLanes * c.active_lanes_per_request() < its.active_lanes_per_request())
    return {Cause::too_few_lanes,
            {{"lanes", fmt::format("{:.1f}", c.active_lanes_per_request())},
             {"at", at},
             {"goal", practice::goal_of(e).id},
             {"goal_lanes", fmt::format("{:.1f}", its.active_lanes_per_request())}}};
  for (const std::string name : {"global_load_sectors", "global_store_sectors", "atomics"}) {
    const bool judged = std::any_of(e.judged.begin(), e.judged.end(), [&](const auto& j) {
      return j.starts_with(name) || j == "global_" + name;
    });
    const double here = practice::value_of(c, name), there = practice::value_of(its, name);
    const size_t may_be = yard.conditions.n / kSmallBlock + kFewSteps;
    if (!judged && here > kMoreOfAnother * there + static_cast<double>(may_be))
      return counted_more(Cause::paid_for, e, name, here, there, at);
  }
  return {};
}

}  // namespace

practice::Rules rules() { return {not_for_kernels, call_not_for_kernels, not_shared_out, paid_for}; }

}  // namespace ladder::grade
