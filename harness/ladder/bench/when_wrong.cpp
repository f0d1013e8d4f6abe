#include "bench/when_wrong.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "bench/attempt.h"
#include "bench/runner.h"
#include "bench/first_difference.h"
#include "bench/rows.h"
#include "bench/two_runs.h"
#include "check/tasks.h"
#include "simt/machine.h"

namespace bench {
namespace {

// So many runs, one after the other on one machine.
check::Verdict verdict_of(const stage::Stage& stage, const Conditions& c, int runs,
                          std::vector<std::string>* left = nullptr) {
  const Engine engine = simt_engine();
  const device::Placement placement = placement_of(stage, c.gpus);
  SharedProblem problem(engine, check::task_of(stage), c, placement);
  const auto machine = engine.make_machine(placement);
  const check::Verdict verdict = problem.attempts(*machine, solver(stage, c.dtype, c.block, *c.runner), runs);
  if (left != nullptr) *left = c.runner->left_in_state(*machine);
  return verdict;
}

bool right_at(const stage::Stage& stage, Conditions c, size_t n) {
  c.n = n;
  return verdict_of(stage, c, 1).passed();
}

std::vector<simt::Launched> launches(const stage::Stage& stage, Conditions c, size_t n) {
  c.n = n;
  return observe(stage, c, {.counters = true, .hazards = false, .stored = true}).observation.launched;
}

auto largest_of(const std::vector<simt::Launched>& all) {
  return std::max_element(all.begin(), all.end(),
                          [](const auto& a, const auto& b) { return a.blocks < b.blocks; });
}

// Right with `right` elements, and wrong with one more: the blocks of the largest launch, and why they may be one too many.
// `alone`: the launches are all that is known.
Evidence wrong_with_more(size_t right, const std::vector<simt::Launched>& all, bool alone) {
  Evidence evidence(Cause::right_up_to, {{"right", right}, {"wrong", right + 1}});
  const auto largest = largest_of(all);
  if (largest == all.end()) return evidence;
  const simt::Launched& l = *largest;
  evidence.add({"blocks", l.blocks}).add({"threads", l.threads});
  // The next launch has a single block with as many threads as that had blocks: one for each.
  const auto one = std::find_if(largest, all.end(), [](const auto& next) { return next.blocks == 1; });
  if (l.blocks > 1 && one != all.end() &&
      std::max(l.blocks, one->threads) - std::min(l.blocks, one->threads) <= 1)
    evidence.add({"why", Evidence(Cause::one_block_for_all, {{"threads", one->threads}})});
  else if (alone && (l.blocks == l.threads || l.blocks == l.threads + 1))
    evidence.add({"why", Evidence(Cause::each_looks_at_one, {{"threads", l.threads}})});
  return evidence;
}

// A name of memory, as the other process has it, is not to be trusted.
bool can_be_shown(const std::vector<std::string>& names) {
  constexpr size_t kMostNames = 4;
  return names.size() <= kMostNames && std::all_of(names.begin(), names.end(), is_name);
}

// What the rung leaves there as well is meant to stay: messages of the last run, with its number.
void forget_what_the_rung_leaves(const stage::Stage& stage, Conditions c, std::vector<std::string>& left) {
  c.runner = &local_runner();
  std::vector<std::string> its;
  verdict_of(stage, c, 1, &its);
  const auto name_of = [](const std::string& told) { return told.substr(0, told.find(' ')); };
  std::erase_if(left, [&](const std::string& told) {
    return std::any_of(its.begin(), its.end(),
                       [&](const std::string& other) { return name_of(other) == name_of(told); });
  });
}

// Conditions under which every element counts: a sum of floats is right within a bound, which some elements are below. Nothing:
// the stage has no such type.
std::optional<Conditions> exact(const stage::Stage& stage, Conditions c) {
  if (check::task_of(stage).answer != check::Answer::sum) return c;
  const auto is_whole = [](stage::DType type) {
    return type != stage::DType::f32 && type != stage::DType::f64;
  };
  if (is_whole(c.dtype)) return c;
  for (const stage::Variant& v : stage.variants)
    if (is_whole(v.dtype)) {
      c.dtype = v.dtype;
      return c;
    }
  return {};
}

}  // namespace

Findings wrong_again(const stage::Stage& stage, const Conditions& c) {
  c.runner->begin();
  std::vector<std::string> left;
  if (!verdict_of(stage, c, 1, &left).passed() ||
      !verdict_of(stage, c, 2).evidence.is(Cause::wrong_in_second_run))
    return {};
  if (c.runner != &local_runner()) forget_what_the_rung_leaves(stage, c, left);
  if (left.empty() || !can_be_shown(left)) return {{Cause::second_run_reads_first}};
  return {{Cause::left_in_state, {{"left", fmt::format("{}", fmt::join(left, ", "))}}}};
}

Findings wrong_from(const stage::Stage& stage, const Conditions& asked) {
  constexpr size_t kSmall = 1000, kMost = 1 << 23;
  const std::optional<Conditions> exactly = exact(stage, asked);
  if (!exactly || asked.n <= kSmall || asked.n > kMost) return {};
  const Conditions& c = *exactly;
  c.runner->begin();
  if (!right_at(stage, c, kSmall) || right_at(stage, c, c.n)) return {};
  size_t right = kSmall, wrong = c.n;
  while (wrong - right > 1) {
    const size_t middle = right + (wrong - right) / 2;
    (right_at(stage, c, middle) ? right : wrong) = middle;
  }
  const bool alone = wrong > kTracedMost;
  Findings found = {wrong_with_more(right, launches(stage, c, right), alone)};
  if (alone) return found;
  Conditions first = c;
  first.n = wrong;
  for (Evidence& difference : first_difference(stage, first)) found.push_back(std::move(difference));
  return found;
}

}  // namespace bench
