#include "diagnose/diagnose.h"

#include <algorithm>

#include "bench/attempt.h"
#include "check/tasks.h"
#include "diagnose/launch_diff.h"
#include "diagnose/memory_diff.h"
#include "diagnose/size_pattern.h"
#include "diagnose/symptoms.h"

namespace ladder::diagnose {
namespace {

// Returns whether the hazards concern this access. A kernel that does the same work differently but correctly
// may access other elements, which is not a mistake.
bool is_about(const std::vector<simt::Hazard>& hazards, const Stored& s) {
  return std::any_of(hazards.begin(), hazards.end(), [&](const simt::Hazard& h) {
    return h.object.name == s.array ||
           std::any_of(h.where.begin(), h.where.end(), [&](const simt::Access& a) {
             return a.line > 0 && (a.line == s.line || a.line == s.called_from);
           });
  });
}

// The differences between the run and that of the solution, with the input 0, 1, 2, … or, if the result is then
// right, with a random input.
Findings run_difference(const Wrong& w) {
  if (w.c.n > bench::kTracedMost) return {};
  if (w.first_is(simt::HazardKind::undefined_arithmetic) || (!w.hazards.empty() && !w.is_of_hazards()))
    return {};
  RunPair two = run_pair(w.stage, w.c);
  const bool values = w.wrong && w.hazards.empty(), in_a_row = !values || !two.mine.verdict.passed();
  if (!in_a_row) two = run_pair(w.stage, w.c, check::InputKind::random);
  if (!two.mine.no_memory.empty() || (values && two.mine.verdict.passed())) return {};
  Findings found = launch_diff(w.stage, w.c, two, w.hazards);
  // If elements are counted wrongly, packed or unpacked elements end up at the wrong positions.
  const check::Task& task = check::task_of(w.stage);
  const bool counts = w.wrong && (task.is("pack") || task.is("unpack"));
  const auto wanted = [&](const Stored& s) { return w.hazards.empty() || counts || is_about(w.hazards, s); };
  for (Evidence& e : values ? memory_diff(two) : memory_diff(two, wanted)) {
    const Evidence *deed = e.part("deed"), *instead = e.part("instead");
    const bool value =
        instead != nullptr && instead->is_one_of({Cause::solution_value, Cause::solution_other_value});
    // A wrong final sum is a consequence of an earlier wrong value.
    if (value && deed->text("element") == "output[0]" && task.answer == check::Answer::sum)
      e.set({"instead", Evidence(Cause::solution_result, {{"value", instead->text("value")}})});
    if (value || !in_a_row) e.add({"input", in_a_row ? "input 0, 1, 2, …" : "random input"});
    // The row length does not depend on n.
    if (!e.is(Cause::row_lengths_differ)) e.add({"n", w.c.n});
    found.push_back(std::move(e));
  }
  const bool race = w.first_is(simt::HazardKind::race),
             stopped = !two.mine.stopped.empty() || w.first_is(simt::HazardKind::out_of_bounds) ||
                       w.first_is(simt::HazardKind::misaligned) ||
                       w.first_is(simt::HazardKind::invalid_address);
  std::erase_if(found, [&](const Evidence& e) {
    // If a thread was stopped, the actions that it did not reach are not the cause. Neither are actions that
    // are missing because of a race, in which threads may do each other's work.
    if (e.is(Cause::left_out)) return stopped || (race && !e.has("threads"));
    // The hazard already reports this access, which the solution does not make.
    const Evidence *deed = e.part("deed"), *instead = e.part("instead");
    return !race && !w.hazards.empty() && deed != nullptr &&
           deed->text("element") == w.hazards[0].object.text() && instead != nullptr &&
           instead->is(Cause::solution_does_not) && !instead->has("threads");
  });
  return found;
}

// If nothing has initialised an element, an atomic adds to the value that it had before the launch.
Findings only_added_to(const Wrong& w) {
  const Evidence& wrong = w.result.root();
  if (!w.hazards.empty() || !wrong.is(Cause::wrong_value) || !wrong.has("never_written")) return {};
  const auto stored =
      bench::observe(w.stage, w.c, {.counters = true, .hazards = false, .stored = true}).observation.stored;
  const bool added = std::any_of(stored.begin(), stored.end(),
                                 [](const Stored& s) { return s.atomic && s.array == "output"; });
  return added ? Findings{{Cause::only_added_to, {{"element", "output[0]"}}}} : Findings();
}

constexpr Producer kProducers[] = {{only_added_to, true}, {second_run, true},    {symptoms},
                                   {size_pattern},        {breaking_size, true}, {run_difference, true}};

}  // namespace

bool Wrong::is_matrix() const { return check::task_of(stage).is("transpose"); }
bool Wrong::is_of_hazards() const {
  return !hazards.empty() &&
         (stage.racy.empty() || std::any_of(hazards.begin(), hazards.end(),
                                            [](const auto& h) { return h.kind != simt::HazardKind::race; }));
}
bool Wrong::first_is(simt::HazardKind kind) const { return !hazards.empty() && hazards[0].kind == kind; }

std::span<const Producer> producers() { return kProducers; }

Findings first_difference(const stage::Stage& stage, const Conditions& c) {
  return run_difference({stage, c});
}

}  // namespace ladder::diagnose
