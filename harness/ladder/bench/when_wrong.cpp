#include "bench/when_wrong.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "bench/attempt.h"
#include "bench/elsewhere.h"
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
  const check::Verdict verdict = problem.attempts(*machine, solver(stage, c.dtype, c.block), runs);
  if (left != nullptr)
    *left = elsewhere() != nullptr ? elsewhere()->left_in_state : simt::left_in_state(*machine);
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

// Where one block more is wrong: as many as a block has threads, or those before the last one.
std::string each_looks_at_one(const simt::Launched& l) {
  if (l.blocks != l.threads && l.blocks != l.threads + 1) return "";
  return fmt::format(
      ": does each of the {} threads look at one block (its sum, its message), and none at a second?",
      l.threads);
}

// " (129 blocks of 128 threads)", of the largest launch, and a question where the next one has a single block with as many
// threads as that had blocks: one for each.
std::pair<std::string, std::string> blocks_and_question(const std::vector<simt::Launched>& all) {
  const auto largest = largest_of(all);
  if (largest == all.end()) return {};
  std::string blocks = fmt::format(" ({} blocks of {} threads)", largest->blocks, largest->threads);
  const auto one = std::find_if(largest, all.end(), [](const auto& l) { return l.blocks == 1; });
  if (largest->blocks == 1 || one == all.end()) return {blocks, ""};
  const uint64_t apart = std::max(largest->blocks, one->threads) - std::min(largest->blocks, one->threads);
  if (apart > 1) return {blocks, ""};
  return {blocks,
          fmt::format(": does one block work on the sums (or counts) of all blocks? It has only {} threads",
                      one->threads)};
}

// A name of memory, as the other process has it, is not to be trusted.
bool can_be_shown(const std::vector<std::string>& names) {
  constexpr size_t kMostNames = 4;
  return names.size() <= kMostNames && std::all_of(names.begin(), names.end(), is_name);
}

// What the rung leaves there as well is meant to stay: messages of the last run, with its number.
void forget_what_the_rung_leaves(const stage::Stage& stage, const Conditions& c,
                                 std::vector<std::string>& left) {
  const Here rung;
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
  if (check::row_of(check::task_of(stage)).answer != check::Answer::sum) return c;
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

std::vector<std::string> wrong_again(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  std::vector<std::string> left;
  if (!verdict_of(stage, c, 1, &left).passed() || !verdict_of(stage, c, 2).message.starts_with(kSecondRun))
    return {};
  if (elsewhere() != nullptr) forget_what_the_rung_leaves(stage, c, left);
  if (left.empty() || !can_be_shown(left))
    return {
        "the result is right in the first run, and wrong in the second: does the second run read something "
        "that the first one has changed, such as a __device__ variable, or scratch memory?"};
  return {
      fmt::format("after the first run {}, and before it was 0: memory of state() keeps what a run leaves. "
                  "What must it be when the next run begins?",
                  fmt::join(left, ", "))};
}

std::vector<std::string> wrong_from(const stage::Stage& stage, const Conditions& asked) {
  constexpr size_t kSmall = 1000, kMost = 1 << 23;
  const std::optional<Conditions> exactly = exact(stage, asked);
  if (!exactly || asked.n <= kSmall || asked.n > kMost) return {};
  const Conditions& c = *exactly;
  if (elsewhere() != nullptr) elsewhere()->begin();
  if (!right_at(stage, c, kSmall) || right_at(stage, c, c.n)) return {};
  size_t right = kSmall, wrong = c.n;
  while (wrong - right > 1) {
    const size_t middle = right + (wrong - right) / 2;
    (right_at(stage, c, middle) ? right : wrong) = middle;
  }
  if (wrong > kTracedMost) {
    const std::vector<simt::Launched> all = launches(stage, c, right);
    const auto [blocks, question] = blocks_and_question(all);
    const std::string each = all.empty() ? "" : each_looks_at_one(*largest_of(all));
    return {fmt::format("it is right with n = {}{}, and wrong with n = {}{}", right, blocks, wrong,
                        question.empty() ? each : question)};
  }
  const auto [blocks, question] = blocks_and_question(launches(stage, c, right));
  const std::string told =
      fmt::format("it is right with n = {}{}, and wrong with n = {}{}", right, blocks, wrong, question);
  Conditions first = c;
  first.n = wrong;
  std::vector<std::string> all = {told};
  for (std::string& difference : first_difference(stage, first)) all.push_back(std::move(difference));
  return all;
}

}  // namespace bench
