#include "practice/reference_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/defaults.h"
#include "bench/result_json.h"
#include "bench/rows.h"
#include "check/inputs.h"
#include "os/error.h"
#include "practice/targets.h"
#include "simt/trace/share.h"
#include "text/units.h"

namespace ladder::practice {

const stage::Stage& goal_of(const Exercise& e) {
  return e.is_repair() ? *stage::find_stage(stage::Build::simt, e.rung->spoils) : *e.solution;
}

std::string text_of(const bench::Conditions& c) {
  return text_of(around(findings::recorded(fmt::format("n = {}", c.n)), findings::Cause::of_case,
                        {{"dtype", stage::dtype_name(c.dtype)}, {"block", c.block}}));
}

findings::Evidence counted_more(findings::Cause cause, const Exercise& e, const std::string& counter,
                                double here, double there, const std::string& at) {
  return {cause,
          {{"counter", pages::title_of(counter)},
           {"value", text::count_text(here)},
           {"at", at},
           {"goal", goal_of(e).id},
           {"goal_value", text::count_text(there)}}};
}

CountedRun run_of_goal(const Exercise& e, bench::Conditions conditions) {
  return run_of_stage(goal_of(e), conditions);
}

CountedRun run_of_stage(const stage::Stage& goal, bench::Conditions conditions) {
  conditions.inclusive = bench::runs_inclusive(goal);  // the solution may compute the other kind of scan
  simt::trace::watch_host = true;                      // as the judge does
  simt::trace::take_share();
  CountedRun run;
  run.observed = bench::observe(goal, conditions, {.counters = true, .hazards = false});
  const simt::trace::Share share = simt::trace::take_share();
  run.longest = share.longest;
  run.longest_bytes = share.longest_bytes;
  run.host_steps = share.host_steps;
  run.float_divisions = share.float_divisions;
  run.rounds = rounds_of(run.observed.observation, conditions);
  return run;
}

uint64_t rounds_of(const simt::Observation& seen, const bench::Conditions& c) {
  const uint64_t warps = seen.counters.total_blocks * ((c.block + 31) / 32);
  uint64_t rounds = 0;
  for (const simt::LineCost& line : seen.lines)
    rounds += line.executions > warps ? line.executions - warps : 0;
  return rounds;
}

Yardstick yardstick_of(const Exercise& e, const bench::Conditions& conditions, const os::Outcome& outcome) {
  const stage::Stage& goal = goal_of(e);
  if (!outcome.finished())
    throw os::Error(fmt::format("{} could not be counted: {}", goal.id, outcome.error));
  const auto run = data::unpacked<CountedRun>(outcome.result);
  if (!run.observed.verdict.passed() && goal.racy.empty())
    throw os::Error(fmt::format("{} itself is wrong at {}: {}", goal.id, text_of(conditions),
                                run.observed.verdict.message()));
  return {conditions,     run.observed.observation.counters,
          run.longest,    run.longest_bytes,
          run.host_steps, run.float_divisions,
          run.rounds,     run.observed.observation.threads};
}

bench::Conditions drawn_conditions(const Exercise& e, uint64_t seed) {
  constexpr size_t kFewest = 70'000,
                   kMore = 60'000;  // several blocks per multiprocessor, but quickly traced
  const stage::Stage& goal = goal_of(e);
  // A track that is counted with fewer elements also needs fewer elements here.
  const size_t of_track = stage::shown_n(goal.track());
  const size_t most = of_track > 0 ? of_track / 4 : kFewest;
  bench::Conditions c;
  c.seed = seed;
  c.n = std::min<size_t>(
      {std::min(kFewest, most) + check::hash(seed, 3) % std::min(kMore, most), goal.max_n, e.rung->max_n});
  // If possible, the conditions differ from the known conditions of the count. Without named counters, only
  // large blocks show whether a loop over levels remains.
  const bool halves = check::hash(seed, 4) % 2 == 0 && !(e.judged.empty() && !e.is_repair());
  const unsigned other = halves ? bench::kDefaultBlock / 2 : 2 * bench::kDefaultBlock;
  c.block = std::clamp(other, std::max(goal.min_block, e.rung->min_block),
                       std::min(goal.max_block, e.rung->max_block));
  // The types that both support: a pitfall may have fewer types than the stage on which it is based.
  std::vector<stage::Variant> types;
  for (const stage::Variant& v : goal.variants)
    if (e.rung->variant(v.dtype) != nullptr) types.push_back(v);
  const std::string known = recorded(goal.id).dtype;
  // For integers, the solution may use one instruction (__reduce_add_sync), which counts as one shuffle instead
  // of many.
  if (std::any_of(e.judged.begin(), e.judged.end(), is_of_warps))
    std::erase_if(types, [&](const stage::Variant& v) { return stage::dtype_name(v.dtype) != known; });
  c.dtype = types[check::hash(seed, 5) % types.size()].dtype;
  if (known == stage::dtype_name(c.dtype)) c.dtype = types[(check::hash(seed, 5) + 1) % types.size()].dtype;
  c.inclusive = bench::runs_inclusive(*e.rung);
  return c;
}

Yardstick yardstick_at(const Exercise& e, const bench::Conditions& conditions,
                       const std::function<bool()>& give_up) {
  const os::Work work = [&](const auto&...) { return data::packed(run_of_goal(e, conditions)); };
  return yardstick_of(
      e, conditions,
      os::run_isolated(std::span(&work, 1),
                       {.at_once = 1, .silent_seconds = bench::kSilentSeconds, .give_up = give_up})
          .front());
}

}  // namespace ladder::practice
