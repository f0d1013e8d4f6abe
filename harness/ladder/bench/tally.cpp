#include "bench/tally.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ladder::bench {
namespace {

constexpr size_t kMostHazards = 20;

bool same_place(const simt::Hazard& a, const simt::Hazard& b) {
  const auto same_line = [](const simt::Access& x, const simt::Access& y) {
    return x.file == y.file && x.line == y.line && x.access == y.access;
  };
  return a.kind == b.kind && a.space == b.space &&
         std::equal(a.where.begin(), a.where.end(), b.where.begin(), b.where.end(), same_line);
}

// Returns whether `a` is closer to its bound than `b` or, if the answer must be exact, is off by more.
bool less_good(const check::Verdict& a, const check::Verdict& b) {
  return a.bound > 0 && b.bound > 0 ? a.error / a.bound > b.error / b.bound : a.error > b.error;
}

}  // namespace

void Tally::add(const check::Verdict& verdict, size_t its_n, const std::vector<simt::Hazard>& found) {
  ++cases;
  largest_n = std::max(largest_n, its_n);
  failures += !verdict.passed() || !found.empty();
  const auto tells = [](bool hazards, size_t elements) { return hazards ? 2 : elements > 0 ? 1 : 0; };
  const bool says_more =
      verdict.passed() ? less_good(verdict, worst) : tells(!found.empty(), its_n) > tells(explained, n);
  // A failure at n = 0 is ranked after a failure at any other n.
  const bool both_wrong = failures > 1 && !verdict.passed() && !worst.passed();
  const bool is_empty = both_wrong && its_n == 0 && n > 0, was_empty = both_wrong && its_n > 0 && n == 0;
  const bool is_worse = verdict.status > worst.status || (verdict.status == worst.status && says_more);
  if (was_empty || (is_worse && !is_empty)) {
    worst = verdict;
    n = its_n;
    explained = !found.empty();
  }
  for (const simt::Hazard& hazard : found) {
    const auto known = std::find_if(hazards.begin(), hazards.end(),
                                    [&](const simt::Hazard& h) { return same_place(h, hazard); });
    if (known != hazards.end())
      known->count += hazard.count;
    else if (hazards.size() < kMostHazards)
      hazards.push_back(hazard), hazard_ns.push_back(its_n);
  }
}

void Tally::could_not(size_t its_n, const std::string& why) {
  if (not_done.empty()) not_done = {Cause::case_not_checked, {{"n", its_n}, {"why", why}}};
}

void Tally::conclude(Result& result) const {
  result.verdict = worst;
  if (watched) result.hazards = hazards;
  // A hazard in one run does not explain a wrong result in another.
  if (watched && !worst.passed() && !explained && !hazards.empty()) {
    for (size_t i = 0; i < hazards.size(); ++i)
      (*result.hazards)[i].evidence = {findings::Cause::at_n,
                                       {{"what", hazards[i].evidence}, {"n", hazard_ns[i]}}};
    result.verdict.evidence = {findings::Cause::in_another_run, {{"what", worst.evidence}}};
  }
  result.n = worst.passed() ? largest_n : n;
  if (cases == 0) {
    result.skipped = not_done.empty() ? Evidence(Cause::no_size_to_check) : not_done;
    return;
  }
  result.not_checked = text_of(not_done);
  result.note = fmt::format("{} cases, n up to {}{}", cases, largest_n,
                            not_done.empty() ? "" : "; " + result.not_checked);
}

void judge_pitfall(Result& result, const stage::Stage& stage) {
  if (!result.skipped.empty()) return;
  std::set<std::string> found;  // hazard or verdict names: a pitfall may declare either
  if (result.hazards)
    for (const simt::Hazard& hazard : *result.hazards) found.insert(data::name(hazard.kind));
  // A hazard explains a result of any kind.
  if (found.empty() && !result.verdict.passed()) found.insert(data::name(result.verdict.status));
  const bool as_declared = found.size() == 1 && *found.begin() == stage.expect;
  const findings::Evidence what =
      has_hazards(result) ? result.hazards->front().evidence : result.verdict.evidence;
  check::Verdict verdict;
  verdict.status = as_declared ? check::Status::correct : check::Status::wrong;
  verdict.evidence = {as_declared ? findings::Cause::pitfall_as_declared : findings::Cause::pitfall_otherwise,
                      {{"expect", stage.expect}}};
  if (!as_declared && !found.empty())
    verdict.evidence.add({"found", fmt::format("{}", fmt::join(found, ", "))});
  if (!what.empty()) verdict.evidence.add({"what", what});
  result.verdict = verdict;
}

}  // namespace ladder::bench
