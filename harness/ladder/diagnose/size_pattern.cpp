#include "diagnose/size_pattern.h"

#include <algorithm>
#include <map>
#include <optional>

#include "bench/attempt.h"
#include "bench/runner.h"
#include "bench/rows.h"
#include "check/tasks.h"
#include "simt/machine.h"

namespace ladder::diagnose {
namespace {

// Runs the stage this many times in succession on one machine.
check::Verdict verdict_of(const stage::Stage& stage, const Conditions& c, int runs,
                          std::vector<simt::LeftInState>* left = nullptr) {
  const bench::Engine engine = bench::simt_engine();
  const device::Placement placement = bench::placement_of(stage, c.gpus);
  bench::SharedProblem problem(engine, check::task_of(stage), c, placement);
  const auto machine = engine.make_machine(placement);
  const check::Verdict verdict =
      problem.attempts(*machine, bench::solver(stage, c.dtype, c.block, *c.runner), runs);
  if (left != nullptr) *left = c.runner->left_in_state(*machine);
  return verdict;
}

bool right_at(const stage::Stage& stage, Conditions c, size_t n) {
  c.n = n;
  return verdict_of(stage, c, 1).passed();
}

std::vector<simt::Launched> launches(const stage::Stage& stage, Conditions c, size_t n) {
  c.n = n;
  return bench::observe(stage, c, {.counters = true, .hazards = false, .stored = true}).observation.launched;
}

auto largest_of(const std::vector<simt::Launched>& all) {
  return std::max_element(all.begin(), all.end(),
                          [](const auto& a, const auto& b) { return a.blocks < b.blocks; });
}

// States that the stage is right with `right` elements and wrong with one more, gives the number of blocks in
// the largest launch, and explains why that may be one too many.
Evidence wrong_with_more(size_t right, const std::vector<simt::Launched>& all) {
  Evidence evidence(Cause::right_up_to, {{"right", right}, {"wrong", right + 1}});
  const auto largest = largest_of(all);
  if (largest == all.end()) return evidence;
  const simt::Launched& l = *largest;
  evidence.add({"blocks", l.blocks}).add({"threads", l.threads});
  if (l.blocks == l.threads || l.blocks == l.threads + 1)
    evidence.add({"why", Evidence(Cause::each_looks_at_one, {{"threads", l.threads}})});
  return evidence;
}

// A buffer name that comes from the other process cannot be trusted.
bool can_be_shown(const std::vector<simt::LeftInState>& left) {
  constexpr size_t kMostNames = 4;
  return left.size() <= kMostNames && std::all_of(left.begin(), left.end(), [](const simt::LeftInState& one) {
           return is_name(one.name);
         });
}

// Ignores data that the solution also leaves there intentionally: messages from the last run, with the number
// of that run.
void forget_what_the_rung_leaves(const stage::Stage& stage, Conditions c,
                                 std::vector<simt::LeftInState>& left) {
  c.runner = &bench::local_runner();
  std::vector<simt::LeftInState> its;
  verdict_of(stage, c, 1, &its);
  std::erase_if(left, [&](const simt::LeftInState& one) {
    return std::any_of(its.begin(), its.end(), [&](const auto& other) { return other.name == one.name; });
  });
}

// Conditions under which every element matters: a float sum is right within a bound, which can be larger than
// an element. nullopt: the stage has no such type.
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

Findings second_run(const Wrong& w) {
  if (!w.result.is(Cause::wrong_in_second_run)) return {};
  w.c.runner->begin();
  std::vector<simt::LeftInState> left;
  if (!verdict_of(w.stage, w.c, 1, &left).passed() ||
      !verdict_of(w.stage, w.c, 2).evidence.is(Cause::wrong_in_second_run))
    return {};
  forget_what_the_rung_leaves(w.stage, w.c, left);
  if (left.empty() || !can_be_shown(left)) return {{Cause::second_run_reads_first}};
  Evidence evidence(Cause::left_in_state);
  for (const simt::LeftInState& one : left) {
    Evidence state(Cause::state_not_zero, {{"name", one.name}});
    if (one.value) state.add({"value", *one.value});
    if (&one != &left.front()) state.add({"further", 1});
    evidence.add({"left", std::move(state)});
  }
  return {std::move(evidence)};
}

Findings size_pattern(const Wrong& w) {
  constexpr size_t kMost = 5000, kFew = 33;
  const check::Task& task = check::task_of(w.stage);
  const std::optional<Conditions> exactly = exact(w.stage, w.c);
  if (!exactly || w.c.n > kMost || !w.wrong || !w.hazards.empty() || task.is("transpose") ||
      task.is("stencil") || task.sizes.size() > 1)
    return {};
  Conditions c = *exactly;
  c.input = check::InputKind::iota;
  c.runner->begin();
  std::map<size_t, bool> known;
  const auto right_at = [&](size_t n) {
    const auto [at, is_new] = known.try_emplace(n, false);
    if (is_new) at->second = ::ladder::diagnose::right_at(w.stage, c, n);
    return at->second;
  };
  const size_t wrong = right_at(std::min(kFew, c.n)) ? c.n : std::min(kFew, c.n);
  if (right_at(wrong)) return {};  // the fault appears only with a different input
  // A number that divides all right sizes and no wrong one; half of that number must divide a wrong size.
  for (const auto& [of, part] :
       {std::pair<size_t, const char*>{2, "pair"}, {4, "vector"}, {32, "warp"}, {c.block, "block"}}) {
    // The result is right with 8, 16, 32 and 64, and wrong in between: with groups of 96, all multiples of 32
    // would look right too.
    if (of == 32 && right_at(8) && right_at(16) && right_at(32) && right_at(64) && !right_at(12) &&
        !right_at(24) && !right_at(48))
      return {{Cause::right_at_powers_of_two,
               {{"first", size_t{8}}, {"second", size_t{16}}, {"third", size_t{32}}, {"wrong", wrong}}}};
    const size_t first = std::max(of, wrong / of * of);
    if (wrong % of == 0 || !right_at(first) || !right_at(first + of) || !right_at(first + 2 * of) ||
        (of > 2 && right_at(first + of / 2)) ||
        (of == c.block &&
         (!right_at(5 * of) || !right_at(7 * of))))  // then the right sizes are probably powers of two
      continue;
    return {{Cause::right_at_multiples,
             {{"first", first},
              {"second", first + of},
              {"third", first + 2 * of},
              {"wrong", wrong},
              {"of", of},
              {"part", part}}}};
  }
  size_t power = 1;
  while (2 * power < wrong) power *= 2;
  if (power > 1 && right_at(power) && right_at(2 * power) && right_at(4 * power) && !right_at(3 * power))
    return {{Cause::right_at_powers_of_two,
             {{"first", power}, {"second", 2 * power}, {"third", 4 * power}, {"wrong", wrong}}}};
  return {};
}

Findings breaking_size(const Wrong& w) {
  constexpr size_t kFew = 5000, kSmall = 1000, kMost = 1 << 23;
  const std::optional<Conditions> exactly = exact(w.stage, w.c);
  if (!exactly || w.c.n <= kFew || w.c.n > kMost || !w.wrong || !w.hazards.empty()) return {};
  const Conditions& c = *exactly;
  c.runner->begin();
  if (!right_at(w.stage, c, kSmall) || right_at(w.stage, c, c.n)) return {};
  size_t right = kSmall, wrong = c.n;
  while (wrong - right > 1) {
    const size_t middle = right + (wrong - right) / 2;
    (right_at(w.stage, c, middle) ? right : wrong) = middle;
  }
  const bool launches_alone = wrong > bench::kTracedMost;  // too large for a trace
  Findings found = {wrong_with_more(right, launches(w.stage, c, right))};
  if (launches_alone) return found;
  Conditions first = c;
  first.n = wrong;
  for (Evidence& difference : first_difference(w.stage, first)) found.push_back(std::move(difference));
  return found;
}

}  // namespace ladder::diagnose
