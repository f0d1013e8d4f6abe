#include "practice/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "bench/attempt.h"
#include "bench/defaults.h"
#include "bench/runner.h"
#include "diagnose/diagnose.h"
#include "bench/rows.h"
#include "check/tasks.h"
#include "look/source.h"
#include "findings/rank.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "pages/counted.h"
#include "practice/targets.h"
#include "practice/cpp_lexer.h"
#include "practice/source_lints.h"
#include "simt/what_costs.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

using findings::Cause;
using findings::Evidence;
using findings::Findings;

bool is_wrong(const bench::Result& row) {
  return row.skipped.empty() && row.verdict.status == check::Status::wrong;
}

// --- the findings in a row ---

// Returns the hazard if a result is the consequence of one.
Evidence& hazard_in(Evidence& evidence) {
  if (const Evidence* hazard = evidence.part("hazard")) return const_cast<Evidence&>(*hazard);
  return evidence;
}

// Adds the block and, if the finding concerns a single line, puts that line first. The place is kept for
// editors.
Evidence line_first(Evidence evidence, const bench::Result& row) {
  if (!has_hazards(row) || row.hazards->front().where.size() != 1) return evidence;
  const simt::Access& at = row.hazards->front().where[0];
  Evidence& hazard = hazard_in(evidence).root();
  if (at.line == 0 || !hazard.has("thread")) return evidence;
  if (at.thread.block > 0 && hazard.has("access") && !hazard.has("block"))
    hazard.add({"block", at.thread.block});
  return around(std::move(evidence), Cause::in_line, {{"line", at.line}});
}

// The text of that line, or of a line before or after it; "": in another file, or not known.
std::string line_of(const Attempt& a, const simt::Access& access, int further = 0) {
  if (access.line <= 0 || access.file.starts_with("harness/") || access.file.starts_with("kernels/"))
    return "";
  const std::vector<std::string> lines = text::lines_of(a.built.text);
  const auto at = static_cast<size_t>(access.line - 1 + further);  // a line before line 1 wraps past the end
  return at < lines.size() ? lines[at] : "";
}

// "Max" or "Min", if a line computes one, alone or with an adjacent line; otherwise "".
std::string extremum_at(const Attempt& a, const simt::Access& access) {
  const std::string here = line_of(a, access);
  for (const std::string& text :
       {here, line_of(a, access, -1) + "\n" + here, here + "\n" + line_of(a, access, 1)})
    if (const std::string which = extremum(text); !which.empty()) return which;
  return "";
}

// Rewords the finding for a kernel file: memory is freed when scratch() requests a larger buffer of the same
// name, and a race between threads that compute a maximum or a minimum calls for atomicMax or atomicMin.
Evidence of_kernel_file(const Attempt& a, const bench::Result& row, Evidence evidence) {
  if (!has_hazards(row)) return evidence;
  for (const simt::Hazard& hazard : *row.hazards) {
    if (hazard.where.empty() || !evidence.holds(hazard.evidence)) continue;
    Evidence& its = (hazard_in(evidence).holds(hazard.evidence) ? hazard_in(evidence) : evidence).root();
    if (its.is(Cause::used_after_free)) its.set({"scratch", 1});
    const std::string which = extremum_at(a, hazard.where[0]);
    if (which.empty() || check::task_of(a.stage).answer == check::Answer::sum) continue;
    its.set({"atomic", which});
    if (row.dtype == "f32" || row.dtype == "f64") its.set({"of_floats", 1});
    break;
  }
  return evidence;
}

// --- the text and the sizes ---

// The finding that corresponds to a g++ warning about the file.
Evidence meaning_of(const std::string& warning) {
  const std::string place = warning.substr(0, warning.find(": "));
  const auto has = [&](const std::string& part) { return warning.find(part) != std::string::npos; };
  for (const char* sign : {"&", "|", "^"})
    if (has(fmt::format("suggest parentheses around comparison in operand of ‘{}’", sign)))
      return {Cause::compares_first, {{"place", place}, {"sign", sign}}};
  if (has("-Wparentheses") && has("around assignment"))
    return {Cause::assigns_in_condition, {{"place", place}}};
  if (has("in ‘>= 0’ is always true")) return {Cause::unsigned_condition, {{"place", place}}};
  if (warning.empty()) return {};
  return {Cause::compiler_warns, {{"text", warning}}};
}

bool with_many_elements(const std::vector<bench::Result>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const bench::Result& row) {
    return !row.verdict.passed() && row.verdict.evidence.holds(Cause::index_too_narrow);
  });
}

// A conversion to integers cannot be the cause if the integer rows are wrong too, or if the float rows are
// right.
Evidence cut_float(const std::string& in_an_int, const std::vector<bench::Result>& rows) {
  const auto of_floats = [](const bench::Result& row) { return row.dtype == "f32" || row.dtype == "f64"; };
  if (in_an_int.empty() || std::none_of(rows.begin(), rows.end(), is_wrong) ||
      std::any_of(rows.begin(), rows.end(),
                  [&](const bench::Result& row) { return is_wrong(row) && !of_floats(row); }))
    return {};
  return {Cause::float_in_an_int, {{"place", in_an_int}}};
}

// Is the result wrong in one of the orders tried, and right in others? If so, nothing is known about
// the orders that were not tried.
bool by_chance(const bench::Result& row) {
  return !row.verdict.passed() &&
         (row.verdict.evidence.holds(Cause::on_small_gpu) ||
          (row.hazards && std::any_of(row.hazards->begin(), row.hazards->end(),
                                      [](const auto& h) { return h.kind == simt::HazardKind::race; })));
}

// Is the file right with blocks of 128 threads, and wrong with blocks of 256? Some block sizes are tried only
// at one small n (bench/check.cpp): they count only if the fault appears at that n.
Evidence wrong_blocks(const std::vector<bench::Result>& rows) {
  std::set<unsigned> right, wrong;
  bool small = true;
  // If the wrong rows have more blocks than all the right ones, the number of blocks may be the cause too.
  const auto blocks = [](const bench::Result& row) { return (row.n + row.block - 1) / row.block; };
  uint64_t most_right = 0, fewest_wrong = std::numeric_limits<uint64_t>::max();
  for (const bench::Result& row : rows) {
    if (!row.skipped.empty()) continue;
    if (by_chance(row)) return {};
    if (row.verdict.passed()) {
      most_right = std::max(most_right, blocks(row));
      right.insert(row.block);
      continue;
    }
    if (row.n >= bench::kLargeN) return {};
    small = small && row.n <= bench::kBriefN;
    fewest_wrong = std::min(fewest_wrong, blocks(row));
    wrong.insert(row.block);
  }
  for (const unsigned block : wrong) right.erase(block);
  if (!small)
    for (const unsigned block : bench::kBrieflyCheckedBlocks) right.erase(block);
  const bool known = std::any_of(std::begin(bench::kCheckedBlocks), std::end(bench::kCheckedBlocks),
                                 [&](unsigned block) { return right.contains(block); });
  if (!known || wrong.empty() || most_right < fewest_wrong) return {};
  return {Cause::right_with_blocks,
          {{"right", fmt::format("{}", fmt::join(right, ", "))},
           {"wrong", fmt::format("{}", fmt::join(wrong, ", "))}}};
}

// The result is wrong with this block size, and right at a few sizes with others: is the cause the block size,
// or the larger number of blocks?
Evidence of_this_block(const Attempt& a, const std::vector<bench::Result>& rows, unsigned block) {
  const auto wrong = std::find_if(rows.begin(), rows.end(), [](const bench::Result& row) {
    return row.skipped.empty() && !row.verdict.passed();
  });
  if (std::any_of(rows.begin(), rows.end(), by_chance)) return {};
  if (wrong != rows.end() && block < bench::kDefaultBlock) {
    const size_t n = wrong->n * bench::kDefaultBlock / block;  // the number of blocks is the same
    const std::vector<bench::Result> again = a.checked(n, bench::kDefaultBlock);
    if (std::any_of(again.begin(), again.end(), is_wrong))
      return {Cause::wrong_with_more_blocks,
              {{"n", wrong->n}, {"block", block}, {"other_n", n}, {"other_block", bench::kDefaultBlock}}};
  }
  return {Cause::right_with_blocks,
          {{"right", std::to_string(bench::kDefaultBlock)}, {"wrong", std::to_string(block)}}};
}

// --- the findings from another run ---

// Answers questions about a run under the conditions of `row`.
Findings asked(const Attempt& a, const bench::Result& row, const Attempt::Ask& ask) {
  bench::Conditions c;
  c.n = row.n;
  c.seed = a.seed;
  c.block = row.block;
  for (const stage::Variant& v : a.stage.variants)
    if (row.dtype == stage::dtype_name(v.dtype)) c.dtype = v.dtype;
  c.inclusive = row.scan.empty()
                    ? bench::make_row(a.stage, bench::Backend::simt, c.n, c.dtype, c.block).inclusive
                    : row.scan == bench::scan_name(true);
  return a.asked(ask, c);
}

// Everything that explains this row, in order. For a pitfall, this does not include the differences from the
// solution, because finding the mistake is the exercise.
Findings explained(const Attempt& a, const bench::Result& row) {
  Findings found;
  for (const diagnose::Producer& producer : diagnose::producers()) {
    if (producer.compares && a.exercise.is_repair()) continue;
    for (Evidence& e : asked(a, row, [&](const stage::Stage&stage, const bench::Conditions&c) {
           return producer.find({stage, c, is_wrong(row), row.verdict.evidence,
                                 row.hazards.value_or(std::vector<simt::Hazard>())});
         }))
      found.push_back(std::move(e));
  }
  return found;
}

// A race whose lines do not race in the solution, if the solution declares a race.
const simt::Hazard* own_race(const Attempt& a, const bench::Result& row) {
  const Findings declared = asked(a, row, [](const stage::Stage& rung, bench::Conditions c) {
    c.runner = &bench::local_runner();
    const std::vector<std::string> lines = text::lines_of(os::read_text(os::in_repository(rung.file)));
    Findings racing;
    for (const simt::Hazard& h : bench::observe(rung, c, {.counters = false}).observation.hazards)
      for (const simt::Access& access : h.where)
        if (access.line > 0)
          racing.push_back(findings::recorded(program_of(lines.at(static_cast<size_t>(access.line) - 1))));
    return racing;
  });
  const auto is_declared = [&](const simt::Access& access) {
    return std::find(declared.begin(), declared.end(), findings::recorded(program_of(line_of(a, access)))) !=
           declared.end();
  };
  for (const simt::Hazard& hazard : *row.hazards)
    if (hazard.kind == simt::HazardKind::race &&
        !std::all_of(hazard.where.begin(), hazard.where.end(), is_declared))
      return &hazard;
  return nullptr;
}

// The solution, which is right, has a declared race too, so the lines of this race would be misleading.
void tell_own_race(const Attempt& a, const bench::Result& row, Findings& found, Findings& details) {
  const Evidence* result = row.verdict.evidence.part("result");
  if (found.empty() || a.stage.racy.empty() || result == nullptr) return;
  details = {*result};
  if (const simt::Hazard* race = own_race(a, row)) {
    found.push_back(race->evidence);
    for (Evidence& line : lines_of(*race)) found.push_back(std::move(line));
  }
}

// The row to explain: the first with a hazard; otherwise the wrong row with the fewest elements; a row with n =
// 0 or 1 is used only if there is no other. Hazards in rows after a wrong one are not used.
const bench::Result* row_to_explain(const std::vector<bench::Result>& rows) {
  const bench::Result *smallest = nullptr, *only_small = nullptr;
  for (const bench::Result& row : rows) {
    if (has_hazards(row) && smallest == nullptr && only_small == nullptr) return &row;
    if (has_hazards(row) || !is_wrong(row)) continue;
    if (row.n <= 1 && only_small == nullptr) only_small = &row;
    if (row.n > 1 && (smallest == nullptr || row.n < smallest->n)) smallest = &row;
  }
  return smallest != nullptr ? smallest : only_small;
}

// The causes. Arrays that show what is wrong go into the details.
Findings causes_of(const Attempt& a, const std::vector<bench::Result>& rows, Findings& details) {
  const bench::Result* row = row_to_explain(rows);
  if (row == nullptr) return {};
  Findings found = explained(a, *row);
  const auto is_table = [](const Evidence& e) { return e.is_one_of({Cause::table, Cause::table_row}); };
  std::copy_if(found.begin(), found.end(), std::back_inserter(details), is_table);
  std::erase_if(found, is_table);
  if (has_hazards(*row)) tell_own_race(a, *row, found, details);
  return found;
}

// Does the text multiply by gridDim, or add it, as a loop over the grid does?
bool steps_by_grid(const std::vector<Token>& words) {
  for (size_t i = 1; i + 3 < words.size(); ++i) {
    if (words[i].text != "gridDim") continue;
    const std::string &before = words[i - 1].text, &after = words[i + 3].text;
    if (before == "+=" || before == "+" || before == "*" || after == "*") return true;
  }
  return false;
}

// Does the text contain a call by which blocks exchange values?
bool exchanges(const std::vector<Token>& words) {
  return std::any_of(words.begin(), words.end(), [](const Token& t) {
    return t.text == "await" || t.text == "peek" || t.text == "__threadfence" || t.text.starts_with("atomic");
  });
}

// Common causes of a result like this one, used if nothing else is known.
Findings often_caused_by(const Attempt& a, const Evidence& result) {
  if (result.holds(Cause::on_small_gpu) && !result.holds(Cause::hazard_and_result)) {
    const std::vector<Token> words = tokens_of(a.built.text);
    if (steps_by_grid(words)) return {{Cause::more_rounds_on_small_gpu}};
    if (exchanges(words)) return {{Cause::other_order_on_small_gpu}};
  }
  if (result.root().is(Cause::launches_without_end) && check::task_of(a.stage).answer == check::Answer::sum)
    return {{Cause::launches_until_one_left}};
  if (result.holds(Cause::not_first_index)) return {{Cause::compare_indices_too}};
  return {};
}

// --- counters ---

struct Most {
  const simt::LineCost* line;
  pages::Counted value;
};
std::vector<Most> lines_with(const std::vector<simt::LineCost>& lines, const std::string& counter) {
  std::vector<Most> found;
  for (const simt::LineCost& line : lines) {
    try {
      if (const pages::Counted here = pages::counted(line.counters, counter); here.value > 0)
        found.push_back({&line, here});
    } catch (const os::Error&) {  // the line has no requests of this kind
    }
  }
  return found;
}

// The line that contributes most to the excess. Lines that cost no more than a line of the solution are left
// out, starting with those that also occur in the solution. For a counter per request, returns the line with
// the worst ratio.
std::optional<Most> line_with_most(const simt::Observation& seen,
                                   const std::vector<simt::LineCost>& goal_lines,
                                   const std::set<int>& own_lines, const std::string& counter) {
  const auto worse = [&](const Most& a, const Most& b) {
    const int how = against(counter, a.value.value, b.value.value);
    return how != 0 ? how < 0 : a.line->line > b.line->line;
  };
  std::vector<Most> mine = lines_with(seen.lines, counter), left;
  std::stable_sort(mine.begin(), mine.end(), worse);
  if (mine.empty() || !mine[0].value.whole) return mine.empty() ? std::nullopt : std::optional(mine[0]);
  const auto is_own = [&](const Most& m) {
    return !m.line->file.starts_with("harness/") && own_lines.contains(m.line->line);
  };
  std::stable_partition(mine.begin(), mine.end(), [&](const Most& m) { return !is_own(m); });
  std::vector<Most> goal = lines_with(goal_lines, counter);
  for (const Most& m : mine) {
    const auto as_much = std::find_if(goal.begin(), goal.end(), [&](const Most& g) {
      return std::fabs(g.value.value - m.value.value) <= kSlack * m.value.value;
    });
    if (as_much != goal.end())
      goal.erase(as_much);
    else
      left.push_back(m);
  }
  if (left.empty()) left = mine;
  return *std::min_element(left.begin(), left.end(), [&](const Most& a, const Most& b) {
    return against(counter, a.value.value, b.value.value) < 0;
  });
}

// For an action that a warp performs for all its lanes together: the count as a multiple of the target, if a
// loop around the action might be the cause; otherwise 0.
int64_t times_in_a_loop(const Step& step, const Most& most, uint64_t warps) {
  const bool for_a_warp =
      step.counter == "shuffles" || step.counter == "global_atomics" || step.counter == "votes";
  const double times = step.target > 0 ? std::round(step.value / step.target) : 0;
  if (!for_a_warp || times < 2 || std::fabs(step.value - times * step.target) > kSlack * step.target ||
      most.value.value <= static_cast<double>(warps))
    return 0;
  return static_cast<int64_t>(times);
}

// The cause in the kernels that increases this counter, and a cheaper alternative.
Findings what_it_costs(const Attempt& a, const Step& step, const simt::Observation& seen) {
  const simt::KernelCosts kernel{"", &seen, seen.counters.launches, seen.counters.total_blocks};
  Findings why;
  if (step.counter == "barriers")
    why = simt::evidence_of(simt::surplus_barriers(seen.barriers, os::repository()));
  if (why.empty()) why = simt::costs({&kernel, 1}, a.exercise.page, step.counter);
  if (why.empty() && step.counter == "global_load_sectors" && step.value > 1.2 * step.target)
    why = {{Cause::reads_more}};
  return why;
}

}  // namespace

bool compares_with_solution(const Evidence& e) {
  return e.is_one_of({Cause::difference, Cause::left_out, Cause::same_read_again, Cause::more_often,
                      Cause::row_lengths_differ, Cause::fills_differ, Cause::memory_differs,
                      Cause::statements_missing, Cause::statement_missing, Cause::statement_too_many,
                      Cause::missing_in_front, Cause::line_differs});
}

Evidence without_cure(const Evidence& e) {
  Evidence told(e.cause);
  const bool race = e.cause >= Cause::race_no_barrier && e.cause <= Cause::lost_update_of_blocks;
  if (race) told.cause = Cause::accesses_not_ordered;
  for (findings::Fact fact : e.facts) {
    auto* parts = std::get_if<std::vector<Evidence>>(&fact.value);
    if (race && parts != nullptr) continue;  // this part shows where a barrier is missing
    if (parts != nullptr)
      for (Evidence& part : *parts) part = without_cure(part);
    told.facts.push_back(std::move(fact));
  }
  return told;
}

std::string in_words(const char* name) {  // "out_of_bounds"
  std::string word = name;
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

Evidence what_is(const bench::Result& row) {
  std::string word = in_words(data::name(row.verdict.status));
  const bool racy = row.verdict.status == check::Status::racy && has_hazards(row);
  if (racy && row.hazards->front().kind == simt::HazardKind::early_exit) return {Cause::may_wait_for_ever};
  // A block stopped by an out-of-bounds access, or because its threads wait forever.
  const bool stopped = row.verdict.status == check::Status::crash && has_hazards(row) &&
                       (row.hazards->front().kind == simt::HazardKind::out_of_bounds ||
                        row.hazards->front().kind == simt::HazardKind::deadlock);
  if (racy || stopped) word = in_words(data::name(row.hazards->front().kind));
  Evidence evidence(racy ? Cause::right_by_luck : Cause::verdict, {{"verdict", word}});
  const bool wrong = row.verdict.status == check::Status::wrong && has_hazards(row);
  if (wrong) {
    word = in_words(data::name(row.hazards->front().kind));
    evidence.add({"hazard", word});
  }
  if (word == "race") evidence.add({"article", 1});
  if (row.verdict.status == check::Status::timeout && has_hazards(row))
    if (const std::string limit = row.hazards->back().evidence.root().text("seconds"); !limit.empty())
      evidence.add({"seconds", limit});
  return evidence;
}

bool names_hazard(const Evidence& said) {
  const Evidence& what = said.root();
  return what.has("hazard") || what.is_one_of({Cause::right_by_luck, Cause::may_wait_for_ever});
}

std::string case_that_did_not_end(const bench::Result& row) {
  if (row.verdict.status != check::Status::timeout) return "";
  const Evidence* e = &row.verdict.evidence;
  while (e != nullptr && !e->is(Cause::ended_doing)) e = e->part("what");
  return e != nullptr ? e->text("doing") : "";
}

std::set<int> own_lines_of(const simt::Hazard& hazard) {
  std::set<int> lines;
  for (const simt::Access& at : hazard.where)
    if (!at.file.ends_with(".h")) lines.insert(static_cast<int>(at.line));
  return lines;
}

// The lines of the accesses past the end of an array.
std::set<int> lines_past_end(const std::vector<bench::Result>& rows) {
  std::set<int> lines;
  for (const bench::Result& row : rows)
    for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>()))
      if (hazard.kind == simt::HazardKind::out_of_bounds) lines.merge(own_lines_of(hazard));
  return lines;
}

Evidence loop_that_goes_on(const std::string& text, const bench::Result& row) {
  const std::set<int> lines = own_lines_of(row.hazards->back());
  Evidence goes_on(Cause::kernel_time_limit, {{"advice", 1}});
  if (const int line = loop_around(text, lines); line > 0) goes_on.add({"line", line});
  return goes_on;
}

Findings lines_of(const simt::Hazard& hazard) {
  Findings lines;
  for (const simt::Access& access : hazard.where)
    lines.push_back({Cause::place,
                     {{"text", look::text_of(access)},
                      {"file", access.file},
                      {"line", access.line},
                      {"thread", access.thread.text()},
                      {"access", access.access}}});
  return lines;
}

Findings said_by(const Attempt& a, const bench::Result& row) {
  constexpr size_t kEnough = 6;
  Findings said = {line_first(of_kernel_file(a, row, row.verdict.evidence), row)};
  for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
    if (!row.verdict.evidence.holds(hazard.evidence))
      said.push_back(around(of_kernel_file(a, row, hazard.evidence), Cause::hazard_of_kind,
                            {{"kind", in_words(data::name(hazard.kind))}}));
    const Findings lines = lines_of(hazard);
    said.insert(said.end(), lines.begin(), lines.end());
    if (said.size() > kEnough) break;
  }
  if (row.verdict.status == check::Status::timeout && has_hazards(row) &&
      row.hazards->back().evidence.root().is(Cause::kernel_time_limit))
    said.push_back(loop_that_goes_on(a.built.text, row));
  return said;
}

void add_causes(const Attempt& a, const std::vector<bench::Result>& rows, bool few, unsigned block,
                Step& step) {
  Findings causes = causes_of(a, rows, step.details);
  const std::string& text = a.built.text;
  const std::vector<Token> words = tokens_of(text);
  if (std::any_of(words.begin(), words.end(), [](const Token& t) { return t.text == "__shared__"; }))
    std::erase_if(causes, [](const Evidence& cause) { return cause.is(Cause::nothing_through_shared); });
  const Evidence result = step.details.empty() ? step.said : step.details[0];
  if (causes.empty()) causes = often_caused_by(a, result);
  if (std::any_of(causes.begin(), causes.end(), [](const auto& e) { return e.is(Cause::only_added_to); }) &&
      !step.details.empty())
    step.details[0].root().set({"only_added", 1});
  const bool past_end = result.holds(Cause::past_the_end) || result.holds(Cause::just_past_the_end);
  const bool other_block = few && block != bench::kDefaultBlock;
  for (Evidence& found :
       std::array{meaning_of(a.built.warning), cut_float(a.built.in_an_int, rows),
                  with_many_elements(rows) ? product_of_32_bits(text) : Evidence(), assigned_sign(text),
                  choice_comes_last(text), copied_element(text), whole_division(text),
                  past_end ? late_condition(text, lines_past_end(rows)) : Evidence(),
                  other_block ? of_this_block(a, rows, block) : wrong_blocks(rows)})
    if (!found.empty()) causes.push_back(std::move(found));
  causes = findings::ranked(std::move(causes));
  step.details.insert(a.exercise.is_repair() ? step.details.end() : step.details.begin(), causes.begin(),
                      causes.end());
}

Findings doubts(const Built& built) {
  Findings found;
  if (!built.short_index.empty()) found.push_back({Cause::int_meets_size_t, {{"place", built.short_index}}});
  if (!built.in_double.empty()) found.push_back({Cause::calculates_in_double, {{"place", built.in_double}}});
  return found;
}

Evidence more_work(const Judged& one) {
  const double times = one.work();
  Evidence more = {Cause::times_as_much, {{"times", fmt::format("{:.1f}", times)}}};
  if (!std::isfinite(times))
    more = {Cause::more_than_none};
  else if (times < 1.0005)
    more = {Cause::hardly_more};
  else if (times < 2)
    more = {Cause::percent_more, {{"percent", fmt::format("{:.1f}", 100 * (times - 1))}}};
  if (more_is_better(one.counter)) more.add({"low", 1});
  return more;
}

void add_why_missed(const Attempt& a, const Change& change, const simt::Counters& goal,
                    const simt::Observation& seen, const std::vector<simt::LineCost>& goal_lines,
                    unsigned block, std::vector<Step>& steps) {
  std::vector<Step*> missed;
  for (Step& step : steps)
    if (!step.good) missed.push_back(&step);
  if (missed.empty()) return;
  const uint64_t warps = seen.counters.total_blocks * ((block + 31) / 32);
  const bool more_blocks =
      seen.counters.launches == goal.launches && seen.counters.total_blocks > goal.total_blocks;
  for (Step* step : missed) {
    const std::optional<Most> most = line_with_most(seen, goal_lines, change.own_lines, step->counter);
    if (!most) continue;
    const std::string place = fmt::format("{}:{}", most->line->file, most->line->line);
    if (step->counter == "global_atomics" && block > 32 &&
        step->target == static_cast<double>(goal.total_blocks) &&
        step->value == static_cast<double>((block + 31) / 32 * seen.counters.total_blocks))
      step->details = {{Cause::atomic_for_each_warp, {{"place", place}}}};
    else
      step->details = {{Cause::line_has, {{"place", place}, {"value", pages::text_of(most->value)}}}};
    if (most->value.whole) step->details[0].add({"whole", 1});
    if (const int64_t times = times_in_a_loop(*step, *most, warps); times > 0 && change.any && !more_blocks)
      step->details[0].add({"loop", times});
  }
  Findings &first = missed.front()->details, &last = missed.back()->details;
  if (change.any && more_blocks)  // explains all missed counters; reported with the first of them
    first.insert(
        first.begin(),
        {Cause::launcher_starts_more_blocks,
         {{"blocks", seen.counters.total_blocks}, {"id", a.exercise.id()}, {"right", goal.total_blocks}}});
  Findings why;
  for (auto step = missed.rbegin(); step != missed.rend() && why.empty(); ++step)
    why = what_it_costs(a, **step, seen);
  // For a single counter, the cost finding gives the line and the fix.
  if (missed.size() == 1 && !why.empty() && last.size() == 1 && why[0].has("lines") &&
      why[0].number("count") == 1)
    last.clear();
  last.insert(last.end(), why.begin(), why.end());
  if (change.any) {  // the text differs from the starting file
    const Judged worst = {missed.front()->counter, missed.front()->value, missed.front()->target, 0};
    Evidence more = {Cause::right_but_more, {{"more", more_work(worst)}}};
    if (more_is_better(worst.counter)) more.add({"low", 1});
    first.insert(first.begin(), std::move(more));
  }
  // For the unchanged starting file, this would give away the answer.
  if (!change.any || !change.most || more_blocks) return;
  bench::Result row;
  row.n = 1000;
  row.block = bench::kDefaultBlock;
  row.dtype = stage::dtype_name(a.stage.variants[0].dtype);
  // Another correct solution may read other places; a bank conflict depends on the row length.
  for (const Evidence& place : explained(a, row))
    if (place.is(Cause::row_lengths_differ)) first.insert(first.begin() + 1, place);
}

}  // namespace ladder::practice
