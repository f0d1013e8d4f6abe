#include "bench/when_wrong.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "bench/attempt.h"
#include "bench/elsewhere.h"
#include "bench/first_difference.h"
#include "bench/rows.h"
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

// Blocks of the largest launch, and its threads.
simt::Launched largest_launch(const stage::Stage& stage, Conditions c, size_t n) {
  c.n = n;
  const std::vector<simt::Launched> all =
      observe(stage, c, {.counters = true, .hazards = false, .stored = true}).observation.launched;
  const auto largest = std::max_element(all.begin(), all.end(),
                                        [](const auto& a, const auto& b) { return a.blocks < b.blocks; });
  return largest == all.end() ? simt::Launched() : *largest;
}

// A name of memory, as the other process has it, is not to be trusted.
bool can_be_shown(const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name.size() < 100 &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isprint(c) != 0; });
  });
}

}  // namespace

std::vector<std::string> wrong_again(const stage::Stage& stage, const Conditions& c) {
  if (elsewhere() != nullptr) elsewhere()->begin();
  std::vector<std::string> left;
  if (!verdict_of(stage, c, 1, &left).passed() || verdict_of(stage, c, 2).passed()) return {};
  if (left.empty() || !can_be_shown(left))
    return {
        "the result is right in the first run, and wrong in the second: does the second run read something "
        "that the first one has changed, such as a __device__ variable, or scratch memory?"};
  return {
      fmt::format("after the first run {}, and before it was 0: memory of state() keeps what a run leaves. "
                  "What must it be when the next run begins?",
                  fmt::join(left, ", "))};
}

std::vector<std::string> wrong_from(const stage::Stage& stage, const Conditions& c) {
  constexpr size_t kSmall = 1000, kMost = 1 << 22;
  if (c.n <= kSmall || c.n > kMost) return {};
  if (elsewhere() != nullptr) elsewhere()->begin();
  if (!right_at(stage, c, kSmall) || right_at(stage, c, c.n)) return {};
  size_t right = kSmall, wrong = c.n;
  while (wrong - right > 1) {
    const size_t middle = right + (wrong - right) / 2;
    (right_at(stage, c, middle) ? right : wrong) = middle;
  }
  if (wrong > kTracedMost)
    return {fmt::format("it is right with n = {}, and wrong with n = {}", right, wrong)};
  const simt::Launched last = largest_launch(stage, c, right);
  std::string told = fmt::format("it is right with n = {} ({} blocks of {} threads), and wrong with n = {}",
                                 right, last.blocks, last.threads, wrong);
  const uint64_t apart = std::max(last.blocks, last.threads) - std::min(last.blocks, last.threads);
  if (apart <= 1)
    told += fmt::format(": does one block work on the sums (or counts) of all blocks? It has only {} threads",
                        last.threads);
  Conditions first = c;
  first.n = wrong;
  std::vector<std::string> all = {told};
  for (std::string& difference : first_difference(stage, first)) all.push_back(std::move(difference));
  return all;
}

}  // namespace bench
