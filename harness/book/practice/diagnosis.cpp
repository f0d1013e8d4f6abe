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
#include "bench/first_difference.h"
#include "bench/rows.h"
#include "bench/when_wrong.h"
#include "bench/why_wrong.h"
#include "check/tasks.h"
#include "look/source.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "pages/counted.h"
#include "practice/targets.h"
#include "practice/tokens.h"
#include "practice/words.h"
#include "simt/what_costs.h"
#include "text/lines.h"

namespace practice {
namespace {

using ladder::Cause;
using ladder::Evidence;
using ladder::Findings;

// Elements: up to here, what is wrong shows with inputs that people can read.
constexpr size_t kEasilyLookedAt = 5000;

bool is_wrong(const bench::Result& row) {
  return row.skipped.empty() && row.verdict.status == check::Status::wrong;
}

// --- what a row says itself ---

// Of a result that comes of a hazard, the hazard.
Evidence& hazard_in(Evidence& evidence) {
  if (const Evidence* hazard = evidence.part("hazard")) return const_cast<Evidence&>(*hazard);
  return evidence;
}

// With its line in front, where it is about one line, and its block. The place stays where it is, for editors.
Evidence line_first(Evidence evidence, const bench::Result& row) {
  if (!has_hazards(row) || row.hazards->front().where.size() != 1) return evidence;
  const simt::Access& at = row.hazards->front().where[0];
  Evidence& hazard = hazard_in(evidence).root();
  if (at.line == 0 || !hazard.has("thread")) return evidence;
  const std::string block = at.thread.substr(0, at.thread.find(','));  // "block 3"
  if (block != "block 0" && block.starts_with("block ") && hazard.has("access") && !hazard.has("block"))
    hazard.add({"block", block.substr(6)});
  return around(std::move(evidence), Cause::in_line, {{"line", at.line}});
}

// The text of the line there, or of one before or after it; "": it is of another file, or not known.
std::string line_of(const Attempt& a, const simt::Access& access, int further = 0) {
  if (access.line <= 0 || access.file.starts_with("harness/") || access.file.starts_with("kernels/"))
    return "";
  const std::vector<std::string> lines = text::lines_of(a.built.text);
  const auto at = static_cast<size_t>(access.line - 1 + further);  // before the first: past the end
  return at < lines.size() ? lines[at] : "";
}

// "Max" or "Min", which a line looks for, alone or with the line before or after it; else "".
std::string extremum_at(const Attempt& a, const simt::Access& access) {
  const std::string here = line_of(a, access);
  for (const std::string& text :
       {here, line_of(a, access, -1) + "\n" + here, here + "\n" + line_of(a, access, 1)})
    if (const std::string which = extremum(text); !which.empty()) return which;
  return "";
}

// In terms of a kernel file: memory is freed where scratch() is asked for a larger one of the same name; and of a race in which
// threads look for a maximum or a minimum, no sum is what they need.
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

// --- the text, and the sizes ---

// Of what g++ says about the file.
Evidence meaning_of(const std::string& warning) {
  const std::string place = warning.substr(0, warning.find(": "));
  const auto has = [&](const std::string& part) { return warning.find(part) != std::string::npos; };
  for (const char* sign : {"&", "|", "^"})
    if (has(fmt::format("suggest parentheses around comparison in operand of ‘{}’", sign)))
      return {Cause::compares_first, {{"place", place}, {"sign", sign}}};
  if (has("in ‘>= 0’ is always true")) return {Cause::unsigned_condition, {{"place", place}}};
  if (warning.empty()) return {};
  return {Cause::compiler_warns, {{"text", warning}}};
}

bool with_many_elements(const std::vector<bench::Result>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const bench::Result& row) {
    return !row.verdict.passed() && row.verdict.evidence.holds(Cause::index_too_narrow);
  });
}

// Whole numbers cannot be the cause where those are right, or wrong, that have no other type.
Evidence cut_float(const std::string& in_an_int, const std::vector<bench::Result>& rows) {
  const auto of_floats = [](const bench::Result& row) { return row.dtype == "f32" || row.dtype == "f64"; };
  if (in_an_int.empty() || std::none_of(rows.begin(), rows.end(), is_wrong) ||
      std::any_of(rows.begin(), rows.end(),
                  [&](const bench::Result& row) { return is_wrong(row) && !of_floats(row); }))
    return {};
  return {Cause::float_in_an_int, {{"place", in_an_int}}};
}

// Wrong in one of the orders that were tried, and right in others? So nothing is known of those that were not tried.
bool by_chance(const bench::Result& row) {
  return !row.verdict.passed() &&
         (row.verdict.evidence.holds(Cause::on_small_gpu) ||
          (row.hazards && std::any_of(row.hazards->begin(), row.hazards->end(),
                                      [](const auto& h) { return h.kind == simt::HazardKind::race; })));
}

// Right with blocks of 128 threads, and wrong with blocks of 256? Some blocks are tried at one
// small n alone (bench/check.cpp): they count only where that n shows what is wrong.
Evidence wrong_blocks(const std::vector<bench::Result>& rows) {
  std::set<unsigned> right, wrong;
  bool small = true;
  // Where the wrong ones have more blocks than all right ones, that may be the cause as well.
  const auto blocks = [](const bench::Result& row) { return (row.n + row.block - 1) / row.block; };
  size_t most_right = 0, fewest_wrong = std::numeric_limits<size_t>::max();
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

// Wrong with blocks of this size, and right at a few sizes with others: is it the size, or that there are more blocks?
Evidence of_this_block(const Attempt& a, const std::vector<bench::Result>& rows, unsigned block) {
  const auto wrong = std::find_if(rows.begin(), rows.end(), [](const bench::Result& row) {
    return row.skipped.empty() && !row.verdict.passed();
  });
  if (std::any_of(rows.begin(), rows.end(), by_chance)) return {};
  if (wrong != rows.end() && block < bench::kDefaultBlock) {
    const size_t n = wrong->n * bench::kDefaultBlock / block;  // as many blocks
    const std::vector<bench::Result> again = a.checked(n, bench::kDefaultBlock);
    if (std::any_of(again.begin(), again.end(), is_wrong))
      return {Cause::wrong_with_more_blocks,
              {{"n", wrong->n}, {"block", block}, {"other_n", n}, {"other_block", bench::kDefaultBlock}}};
  }
  return {Cause::right_with_blocks,
          {{"right", std::to_string(bench::kDefaultBlock)}, {"wrong", std::to_string(block)}}};
}

// --- the places that differ from the solution's ---

bool is_a_sum(const Attempt& a) { return check::task_of(a.stage).answer == check::Answer::sum; }

bool counts_places(const Attempt& a) {
  const check::Task& task = check::task_of(a.stage);
  return task.is("pack") || task.is("unpack");
}

// Asked about a run at what `row` ran at, with n elements.
Findings asked(const Attempt& a, const bench::Result& row, size_t n, const Attempt::Ask& ask) {
  bench::Conditions c;
  c.n = n;
  c.seed = a.seed;
  c.block = row.block;
  for (const stage::Variant& v : a.stage.variants)
    if (row.dtype == stage::dtype_name(v.dtype)) c.dtype = v.dtype;
  c.inclusive = row.scan.empty()
                    ? bench::make_row(a.stage, bench::Backend::simt, c.n, c.dtype, c.block).inclusive
                    : row.scan == bench::scan_name(true);
  return a.asked(ask, c);
}

// Where it touches another place than the rung does; of a pitfall, where that is to be found out, nothing.
Findings other_place(const Attempt& a, const bench::Result& row, size_t n,
                     const std::vector<simt::Hazard>& hazards = {}) {
  if (a.exercise.is_repair()) return {};
  return asked(a, row, n, [&](const stage::Stage& stage, const bench::Conditions& c) {
    return bench::first_place(stage, c, hazards);
  });
}

const Evidence& instead_of(const Evidence& difference) {
  static const Evidence kNone;
  const Evidence* instead = difference.part("instead");
  return instead == nullptr ? kNone : *instead;
}
bool is_load(const Evidence* deed) { return deed != nullptr && deed->is(Cause::deed_load); }

// Does the thread read something else in the solution?
bool reads_in_solution(const Evidence& e) {
  const Evidence *before = e.part("before"), &instead = instead_of(e);
  return (before != nullptr && is_load(before->part("right"))) ||
         (instead.is(Cause::solution_does) && is_load(instead.part("deed"))) || e.is(Cause::same_read_again);
}

// Another place, another thread, another number of blocks: and not just another value.
bool names_what_is_done(const Evidence& e) {
  return reads_in_solution(e) ||
         instead_of(e).is_one_of(
             {Cause::solution_thread, Cause::solution_one_does, Cause::solution_does_not}) ||
         e.is_one_of({Cause::row_lengths_differ, Cause::stores_more_often, Cause::stores_end_early,
                      Cause::read_by_several, Cause::blocks_differ, Cause::grid_sizes_differ,
                      Cause::block_shapes_differ});
}

// Numbers alone, and not yet what is done otherwise.
bool is_of_numbers(const Evidence& e) {
  return (e.is(Cause::elements_in_sum) && e.has("ones")) ||
         e.is_one_of({Cause::sum_of_zeros, Cause::sum_of_ones, Cause::only_elements_in_sum,
                      Cause::extreme_begins_wrong, Cause::count_of_eight, Cause::writes_nothing,
                      Cause::scan_too_large, Cause::scan_wrong_from, Cause::block_sum_too_much,
                      Cause::unpacked_misplaced, Cause::blocks_differ, Cause::grid_sizes_differ});
}

bool is_pattern_of_sizes(const Evidence& e) {
  return e.is_one_of({Cause::right_at_multiples, Cause::right_at_powers_of_two, Cause::right_up_to,
                      Cause::right_with_blocks, Cause::only_count_wrong, Cause::lines_never_moved});
}

// Does the difference say already what the place says, or who does it in the solution?
bool says_it_too(const Evidence& difference, const Evidence& place) {
  const auto same = [](const Evidence* a, const Evidence* b) {
    return a != nullptr && b != nullptr && *a == *b;
  };
  const auto same_deed = [&](const Evidence& e) {
    return e.number("line") == place.number("line") && e.text("thread") == place.text("thread") &&
           e.number("block") == place.number("block") && same(e.part("deed"), place.part("deed"));
  };
  const Evidence *before = difference.part("before"), *instead = place.part("instead");
  return (same_deed(difference) &&
          (same(difference.part("instead"), instead) || instead_of(difference).is(Cause::solution_thread))) ||
         (before != nullptr && instead != nullptr && same_deed(*before) &&
          same(before->part("right"), instead->part("deed")));
}

// Of how the places are found, and not of what comes of it?
bool is_of_the_way(const Evidence& place) {
  return is_load(place.part("deed")) || is_load(instead_of(place).part("deed")) ||
         place.is_one_of({Cause::lanes_backwards, Cause::lanes_apart});
}

// --- a row with hazards ---

// What tells more than the hazards that came of it.
Findings before_hazards(const Attempt& a, const bench::Result& row) {
  constexpr size_t kWholeTiles = 1024;  // where the tile at the edge lacks nothing
  const simt::Hazard& first = row.hazards->front();
  const bool is_transpose = check::task_of(a.stage).is("transpose");
  if (!a.stage.racy.empty() && std::all_of(row.hazards->begin(), row.hazards->end(),
                                           [](const auto& h) { return h.kind == simt::HazardKind::race; }))
    return asked(a, row, row.n, bench::why_wrong);
  if (is_transpose && first.kind == simt::HazardKind::uninitialised)
    return asked(a, row, kWholeTiles, bench::in_common);
  if (first.space != "global" ||
      (first.kind != simt::HazardKind::race && first.kind != simt::HazardKind::out_of_bounds))
    return {};
  Findings found = asked(a, row, row.n, bench::in_common);
  if (found.empty()) found = asked(a, row, row.n, bench::other_number_of_blocks);
  if (found.empty() && is_transpose && first.kind == simt::HazardKind::out_of_bounds)
    found = {bench::as_row_and_column(first.object, row.n)};
  std::erase_if(found, [](const Evidence& e) { return e.empty(); });
  return found;
}

// Where the rung declares a race: one whose lines do not race in the rung itself.
const simt::Hazard* own_race(const Attempt& a, const bench::Result& row) {
  const Findings declared = asked(a, row, row.n, [](const stage::Stage& rung, bench::Conditions c) {
    c.runner = &bench::local_runner();
    const std::vector<std::string> lines = text::lines_of(os::read_text(os::in_repository(rung.file)));
    Findings racing;
    for (const simt::Hazard& h : bench::observe(rung, c, {.counters = false}).observation.hazards)
      for (const simt::Access& access : h.where)
        if (access.line > 0)
          racing.push_back(ladder::recorded(program_of(lines.at(static_cast<size_t>(access.line) - 1))));
    return racing;
  });
  const auto is_declared = [&](const simt::Access& access) {
    return std::find(declared.begin(), declared.end(), ladder::recorded(program_of(line_of(a, access)))) !=
           declared.end();
  };
  for (const simt::Hazard& hazard : *row.hazards)
    if (hazard.kind == simt::HazardKind::race &&
        !std::all_of(hazard.where.begin(), hazard.where.end(), is_declared))
      return &hazard;
  return nullptr;
}

Findings causes_of_hazards(const Attempt& a, const bench::Result& row, Findings& details) {
  const simt::Hazard& first = row.hazards->front();
  Findings found = is_wrong(row) ? before_hazards(a, row) : Findings();
  if (first.kind == simt::HazardKind::undefined_arithmetic) return found;
  if (found.empty() && a.stage.racy.empty() && !row.verdict.passed()) {
    found = other_place(a, row, row.n, *row.hazards);
    // Without what the hazard itself says: that this element is touched here, and not there.
    if (first.kind == simt::HazardKind::out_of_bounds || first.kind == simt::HazardKind::uninitialised)
      std::erase_if(found, [&](const Evidence& place) {
        const Evidence* deed = place.part("deed");
        return deed != nullptr && deed->text("element") == first.object &&
               instead_of(place).is(Cause::solution_does_not);
      });
  } else if (is_wrong(row) && counts_places(a)) {
    for (const Evidence& place : other_place(a, row, row.n))
      found.insert(is_of_the_way(place) ? found.begin() : found.end(), place);
  }
  // A race says which barrier is missing; where threads do each other's work, that is no mistake.
  if (first.kind == simt::HazardKind::out_of_bounds)  // a thread that was stopped there does no more
    std::erase_if(found, [](const Evidence& place) { return place.is(Cause::left_out); });
  if (first.kind == simt::HazardKind::race)
    std::erase_if(found,
                  [](const Evidence& place) { return place.is(Cause::left_out) && !place.has("threads"); });
  // The rung has a declared race too, and is right: its lines would tell of something else.
  if (const Evidence* result = row.verdict.evidence.part("result");
      !found.empty() && !a.stage.racy.empty() && result != nullptr) {
    details = {*result};
    if (const simt::Hazard* race = own_race(a, row)) {
      Findings of_race = lines_of(*race);
      of_race.insert(of_race.begin(), race->evidence);
      found.insert(found.begin() + 1, of_race.begin(), of_race.end());
    }
  }
  return found;
}

// --- a wrong result without a hazard ---

// Puts what is done otherwise than in the solution among the causes that the result itself shows.
void add_difference(const Attempt& a, const bench::Result& row, Findings& causes) {
  Findings difference = asked(a, row, row.n, bench::first_difference);
  const auto last = [&] { return difference.empty() ? Evidence() : difference.back(); };
  const auto is_value = [&] {
    return instead_of(last()).is_one_of({Cause::solution_value, Cause::solution_other_value});
  };
  // Where the first that differs is a value, a place before it may be the cause.
  const bool several = !difference.empty() && difference.front().is(Cause::read_by_several);
  if (difference.empty() || (!several && !reads_in_solution(last()) && (is_value() || counts_places(a))))
    if (const Findings place = other_place(a, row, row.n);
        !place.empty() && (difference.empty() || !says_it_too(last(), place[0])))
      difference.insert(difference.begin(), place.begin(), place.end());
  // Before numbers, and behind a question that may be the answer.
  const bool nothing = !causes.empty() && causes[0].is(Cause::writes_nothing);
  if (nothing) std::erase_if(difference, [](const Evidence& e) { return e.is(Cause::idle_warp); });
  if (!causes.empty() && instead_of(last()).is(Cause::solution_other_value))
    difference.pop_back();  // it says less than what is there
  // Of what is packed, another place that is read is a cause of a wrong count.
  const bool reads = counts_places(a) && !difference.empty() &&
                     (reads_in_solution(last()) || is_of_the_way(difference.front()));
  // What the last line of a sum stores is what came before: which elements are in it says more.
  const Evidence* deed = difference.empty() ? nullptr : difference.back().part("deed");
  const bool no_more =
      (is_a_sum(a) && is_value() && deed != nullptr && deed->text("element") == "output[0]") ||
      instead_of(last()).is(Cause::solution_stores_no_more);
  const auto numbers = std::find_if(causes.begin(), causes.end(), [&](const Evidence& cause) {
    return reads || (!nothing && !no_more && is_of_numbers(cause));
  });
  // What a thread leaves out may be done by another one: which elements are missing says more.
  const bool only_left_out =
      difference.size() == 1 && difference[0].is(Cause::left_out) && !difference[0].has("threads");
  causes.insert(only_left_out ? causes.end() : numbers, difference.begin(), difference.end());
  // (Another element that is read may be another way to be right.)
  const auto named = std::find_if(causes.begin(), causes.end(), [](const Evidence& cause) {
    return names_what_is_done(cause) && !reads_in_solution(cause);
  });
  if (!causes.empty() && is_pattern_of_sizes(causes[0]) && named != causes.end())
    std::rotate(causes.begin(), named, named + 1);
}

// An atomic adds to what stands there before the launch, where nobody has set it.
Findings only_added_to(const Attempt& a, const bench::Result& row) {
  const Evidence wrong = row.verdict.evidence.root();
  if (a.exercise.is_repair() || !wrong.is(Cause::wrong_value) || !wrong.has("never_written")) return {};
  return asked(a, row, row.n, [&](const stage::Stage& stage, const bench::Conditions& c) {
    const auto stored =
        bench::observe(stage, c, {.counters = true, .hazards = false, .stored = true}).observation.stored;
    const bool added = std::any_of(stored.begin(), stored.end(),
                                   [](const simt::Stored& s) { return s.atomic && s.array == "output"; });
    return added ? Findings{{Cause::only_added_to, {{"element", "output[0]"}}}} : Findings();
  });
}

Findings causes_of_wrong(const Attempt& a, const bench::Result& row, Findings& details) {
  if (Findings added = only_added_to(a, row); !added.empty()) return added;
  if (!a.exercise.is_repair() && row.verdict.evidence.is(Cause::wrong_in_second_run))
    if (Findings again = asked(a, row, row.n, bench::wrong_again); !again.empty()) return again;
  const Findings found = asked(a, row, row.n, bench::why_wrong);
  const auto table =
      std::find_if(found.begin(), found.end(), [](const Evidence& e) { return e.is(Cause::table); });
  details.insert(details.end(), table, found.end());
  Findings causes(found.begin(), table);
  if (a.exercise.is_repair()) return causes;
  if (row.n > kEasilyLookedAt) {
    const Findings from = asked(a, row, row.n, bench::wrong_from);
    if (causes.empty()) return from;
    causes.insert(causes.begin(), from.begin(), from.end());
  }
  add_difference(a, row, causes);
  return causes;
}

// The causes: what the smallest wrong result shows where no hazard does. Arrays that show it go to the details.
Findings causes_of(const Attempt& a, const std::vector<bench::Result>& rows, Findings& details) {
  const bench::Result *smallest = nullptr, *only_small = nullptr;
  for (const bench::Result& row : rows) {
    // The first wrong result without a hazard is what is shown: what the hazards of others say is not.
    if (has_hazards(row) && smallest == nullptr && only_small == nullptr)
      return causes_of_hazards(a, row, details);
    if (has_hazards(row) || !is_wrong(row)) continue;
    if (row.n <= 1 && only_small == nullptr) only_small = &row;
    if (row.n > 1 && (smallest == nullptr || row.n < smallest->n)) smallest = &row;
  }
  if (smallest != nullptr) return causes_of_wrong(a, *smallest, details);
  if (only_small == nullptr) return {};
  const check::Task& task = check::task_of(a.stage);
  if (only_small->n == 0 && (task.is("min") || task.is("max")))
    return asked(a, *only_small, 0, bench::why_wrong);
  return other_place(a, *only_small, only_small->n);
}

// Where nothing else is known, what such a result often comes of.
Findings often_caused_by(const Attempt& a, const Evidence& result) {
  const std::vector<Token> words = tokens_of(a.built.text);
  if (result.holds(Cause::on_small_gpu) && !result.holds(Cause::hazard_and_result) &&
      std::any_of(words.begin(), words.end(), [](const Token& t) { return t.text == "gridDim"; }))
    return {{Cause::more_rounds_on_small_gpu}};
  if (result.root().is(Cause::launches_without_end) && is_a_sum(a)) return {{Cause::launches_until_one_left}};
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
    } catch (const os::Error&) {  // no such requests in this line
    }
  }
  return found;
}

// The line that has most of what is too much: those that have as much as a line of the rung are left out, first those that stand
// in the rung, too. Of what is per request, the line that is worst.
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

// Of what a warp does for all its lanes at once: how many times the target, where a loop around it may be the cause; else 0.
int64_t times_in_a_loop(const Step& step, const Most& most, uint64_t warps) {
  const bool for_a_warp =
      step.counter == "shuffles" || step.counter == "global_atomics" || step.counter == "votes";
  const double times = step.target > 0 ? std::round(step.value / step.target) : 0;
  if (!for_a_warp || times < 2 || std::fabs(step.value - times * step.target) > kSlack * step.target ||
      most.value.value <= static_cast<double>(warps))
    return 0;
  return static_cast<int64_t>(times);
}

// What the kernels do that costs this counter, and what would do.
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
  return !instead_of(e).empty() || e.is_one_of({Cause::left_out,
                                                Cause::lane_does_nothing,
                                                Cause::idle_warp,
                                                Cause::same_read_again,
                                                Cause::read_more_often,
                                                Cause::read_by_several,
                                                Cause::row_lengths_differ,
                                                Cause::lanes_backwards,
                                                Cause::lanes_apart,
                                                Cause::stores_more_often,
                                                Cause::stores_end_early,
                                                Cause::shuffles_end_early,
                                                Cause::shuffle_counts_differ,
                                                Cause::no_broadcast,
                                                Cause::fills_differ,
                                                Cause::memory_differs,
                                                Cause::statements_missing,
                                                Cause::statement_missing,
                                                Cause::statement_too_many,
                                                Cause::missing_in_front,
                                                Cause::line_differs});
}

Evidence what_is(const bench::Result& row) {
  std::string word = data::name(row.verdict.status);
  const bool racy = row.verdict.status == check::Status::racy && has_hazards(row);
  if (racy && row.hazards->front().kind == simt::HazardKind::early_exit) return {Cause::may_wait_for_ever};
  if (racy) word = data::name(row.hazards->front().kind);
  std::replace(word.begin(), word.end(), '_', ' ');
  Evidence evidence(racy ? Cause::right_by_luck : Cause::verdict, {{"verdict", word}});
  if (word == "race") evidence.add({"article", 1});
  return evidence;
}

Findings lines_of(const simt::Hazard& hazard) {
  Findings lines;
  for (const simt::Access& access : hazard.where)
    lines.push_back({Cause::place, {{"text", report::text_of(access)}}});
  return lines;
}

Findings said_by(const Attempt& a, const bench::Result& row) {
  constexpr size_t kEnough = 6;
  Findings said = {line_first(of_kernel_file(a, row, row.verdict.evidence), row)};
  for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
    if (!row.verdict.evidence.holds(hazard.evidence))
      said.push_back(around(of_kernel_file(a, row, hazard.evidence), Cause::hazard_of_kind,
                            {{"kind", data::name(hazard.kind)}}));
    const Findings lines = lines_of(hazard);
    said.insert(said.end(), lines.begin(), lines.end());
    if (said.size() > kEnough) break;
  }
  return said;
}

size_t add_causes(const Attempt& a, const std::vector<bench::Result>& rows, bool few, unsigned block,
                  Step& step) {
  Findings causes = causes_of(a, rows, step.details);
  const std::string& text = a.built.text;
  const std::vector<Token> words = tokens_of(text);
  if (std::any_of(words.begin(), words.end(), [](const Token& t) { return t.text == "__shared__"; }))
    std::erase_if(causes, [](const Evidence& cause) { return cause.is(Cause::nothing_through_shared); });
  if (!causes.empty() && causes[0].is(Cause::only_added_to) && !step.details.empty())
    step.details[0].root().set({"only_added", 1});
  const Evidence result = step.details.empty() ? step.said : step.details[0];
  if (causes.empty()) causes = often_caused_by(a, result);
  const bool past_end = result.holds(Cause::past_the_end) || result.holds(Cause::just_past_the_end);
  size_t named_in_text = 0;
  for (Evidence& found :
       std::array{past_end ? late_condition(text) : Evidence(), whole_division(text), copied_element(text),
                  assigned_sign(text), with_many_elements(rows) ? product_of_32_bits(text) : Evidence(),
                  cut_float(a.built.in_an_int, rows), meaning_of(a.built.warning)})
    if (!found.empty()) causes.insert(causes.begin(), std::move(found)), ++named_in_text;
  // A pattern of sizes says where it shows; a line that does something else says what it is.
  const bool named = !causes.empty() && names_what_is_done(causes[0]) && !causes[0].has("before");
  const auto place = causes.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(named, named_in_text));
  if (few && block != bench::kDefaultBlock) {
    if (Evidence of = of_this_block(a, rows, block); !of.empty()) causes.insert(place, std::move(of));
  } else if (Evidence of = wrong_blocks(rows); !of.empty()) {
    causes.insert(place, std::move(of));
  }
  Findings once;  // two sizes may find the same
  for (const Evidence& cause : causes)
    if (cause.is(Cause::table_row) || std::find(once.begin(), once.end(), cause) == once.end())
      once.push_back(cause);
  step.details.insert(a.exercise.is_repair() ? step.details.end() : step.details.begin(), once.begin(),
                      once.end());
  return named_in_text;
}

Findings doubts(const Built& built) {
  Findings found;
  if (!built.short_index.empty()) found.push_back({Cause::int_meets_size_t, {{"place", built.short_index}}});
  if (!built.in_double.empty()) found.push_back({Cause::calculates_in_double, {{"place", built.in_double}}});
  return found;
}

Evidence more_work(double times) {
  if (!std::isfinite(times)) return {Cause::more_than_none};
  if (times < 1.0005) return {Cause::hardly_more};
  if (times < 2) return {Cause::percent_more, {{"percent", fmt::format("{:.1f}", 100 * (times - 1))}}};
  return {Cause::times_as_much, {{"times", fmt::format("{:.1f}", times)}}};
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
  if (change.any && more_blocks)  // the cause of all counters that are missed: with the first of them
    first.insert(
        first.begin(),
        {Cause::launcher_starts_more_blocks,
         {{"blocks", seen.counters.total_blocks}, {"id", a.exercise.id()}, {"right", goal.total_blocks}}});
  Findings why;
  for (auto step = missed.rbegin(); step != missed.rend() && why.empty(); ++step)
    why = what_it_costs(a, **step, seen);
  // Of one counter alone, what it costs tells the line, and what would do.
  if (missed.size() == 1 && !why.empty() && last.size() == 1 && why[0].has("lines") &&
      why[0].number("count") == 1)
    last.clear();
  last.insert(last.end(), why.begin(), why.end());
  if (change.any)  // and not the start
    first.insert(
        first.begin(),
        {Cause::right_but_more,
         {{"more",
           more_work(
               Judged{missed.front()->counter, missed.front()->value, missed.front()->target, 0}.work())}}});
  // Of a text that is still the start, it would tell the answer.
  if (!change.any || !change.most || more_blocks) return;
  bench::Result row;
  row.n = 1000;
  row.block = bench::kDefaultBlock;
  row.dtype = stage::dtype_name(a.stage.variants[0].dtype);
  // Another way to be right reads other places; the length of a row is what a conflict of banks comes of.
  for (const Evidence& place : other_place(a, row, row.n))
    if (place.is(Cause::row_lengths_differ)) first.insert(first.begin() + 1, place);
}

}  // namespace practice
