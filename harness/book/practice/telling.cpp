#include "practice/telling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "bench/attempt.h"
#include "bench/defaults.h"
#include "bench/elsewhere.h"
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

using Sentences = std::vector<std::string>;

// Elements: up to here, what is wrong shows with inputs that people can read.
constexpr size_t kEasilyLookedAt = 5000;

bool says(const std::string& sentence, const char* part) { return sentence.find(part) != std::string::npos; }
bool is_wrong(const bench::Result& row) {
  return row.skipped.empty() && row.verdict.status == check::Status::wrong;
}

// --- what a row says itself ---

// "thread 232 reads …: … (practice/first/stride.cu:12)" with its line in front, where it is about one line. The place stays
// where it is, for editors.
std::string line_first(std::string message, const bench::Result& row) {
  if (!has_hazards(row) || !message.starts_with("thread ")) return message;
  const std::vector<simt::Access>& where = row.hazards->front().where;
  if (where.size() != 1 || where[0].line == 0 ||
      !message.starts_with(row.hazards->front().message.substr(0, 20)))
    return message;
  const std::string block = where[0].thread.substr(0, where[0].thread.find(','));  // "block 3"
  const size_t verb =
      std::min({message.find(" reads "), message.find(" writes "), message.find(" updates ")});
  if (block != "block 0" && verb < sizeof "thread (31, 31, 31)") message.insert(verb, " of " + block);
  return fmt::format("in line {}, {}", where[0].line, message);
}

// In a kernel file, memory is freed where scratch() is asked for a larger one of the same name.
std::string of_scratch(std::string message) {
  constexpr std::string_view freed = " was freed: use it before, or free it later";
  if (const size_t at = message.find(freed); at != std::string::npos)
    message.replace(at, freed.size(),
                    " had been asked for again: scratch() gives one memory for each name and level, and "
                    "the old one is gone. Does each call have its own name, or its own level?");
  return message;
}

// The text of the line there, or of one before or after it; "": it is of another file, or not known.
std::string line_of(const Attempt& a, const simt::Access& access, int further = 0) {
  if (access.line <= 0 || access.file.starts_with("harness/") || access.file.starts_with("kernels/"))
    return "";
  const Sentences lines = text::lines_of(a.built.text);
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

// Of a race in which threads look for a maximum or a minimum: no sum is what they want.
std::string with_its_atomic(const Attempt& a, const bench::Result& row, std::string message) {
  constexpr std::string_view cure = "use an atomic", usual = " (such as atomicAdd)";
  size_t at = message.find(cure);
  if (at == std::string::npos || !has_hazards(row)) return message;
  at += cure.size();
  for (const simt::Hazard& hazard : *row.hazards) {
    if (hazard.where.empty() || message.find(hazard.message) == std::string::npos) continue;
    const std::string which = extremum_at(a, hazard.where[0]);
    if (which.empty()) continue;
    const bool of_floats = row.dtype == "f32" || row.dtype == "f64";
    return message.replace(
        at, std::string_view(message).substr(at).starts_with(usual) ? usual.size() : 0,
        fmt::format(" (atomic{}{})", which, of_floats ? ", but there is none for a float" : ""));
  }
  return message;
}

// --- the text, and the sizes ---

std::string meaning_of(const std::string& warning) {
  const std::string place = warning.substr(0, warning.find(": "));
  for (const char* sign : {"&", "|", "^"})
    if (says(warning, fmt::format("suggest parentheses around comparison in operand of ‘{}’", sign).c_str()))
      return fmt::format(
          "{0}: C++ compares before it calculates with {1}: a {1} b == c means a {1} (b == c). Is (a {1} b) "
          "== "
          "c meant?",
          place, sign);
  if (says(warning, "in ‘>= 0’ is always true"))
    return fmt::format(
        "{}: an unsigned number is never below 0, so >= 0 is always true: a loop with this condition never "
        "ends. Is > 0 meant?",
        place);
  return warning.empty() ? "" : "the compiler warns: " + warning;
}

bool with_many_elements(const std::vector<bench::Result>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const bench::Result& row) {
    return !row.verdict.passed() && says(row.verdict.message, "the last blocks alone ran");
  });
}

// Whole numbers cannot be the cause where those are right, or wrong, that have no other type.
std::string cut_float(const std::string& in_an_int, const std::vector<bench::Result>& rows) {
  const auto of_floats = [](const bench::Result& row) { return row.dtype == "f32" || row.dtype == "f64"; };
  if (in_an_int.empty() || std::none_of(rows.begin(), rows.end(), is_wrong) ||
      std::any_of(rows.begin(), rows.end(),
                  [&](const bench::Result& row) { return is_wrong(row) && !of_floats(row); }))
    return "";
  return fmt::format(
      "{} puts a float into a whole number (an int, unsigned, …), and what stands behind the point is "
      "lost: is that meant?",
      in_an_int);
}

constexpr const char* kOnASmallGpu = ", on a GPU of ";  // of a few multiprocessors, which check() has besides

constexpr const char* kOfABlock =
    "where is the size of a block, or how many warps it has, taken to be another?";

// Wrong in one of the orders that were tried, and right in others? So nothing is known of those that were not tried.
bool by_chance(const bench::Result& row) {
  return !row.verdict.passed() &&
         (says(row.verdict.message, kOnASmallGpu) ||
          (row.hazards && std::any_of(row.hazards->begin(), row.hazards->end(),
                                      [](const auto& h) { return h.kind == simt::HazardKind::race; })));
}

// "it is right with blocks of 128 threads, and wrong with blocks of 256: …"; "": it is not so. Some blocks are tried at one
// small n alone (bench/check.cpp): they count only where that n shows what is wrong.
std::string wrong_blocks(const std::vector<bench::Result>& rows) {
  std::set<unsigned> right, wrong;
  bool small = true;
  // Where the wrong ones have more blocks than all right ones, that may be the cause as well.
  const auto blocks = [](const bench::Result& row) { return (row.n + row.block - 1) / row.block; };
  size_t most_right = 0, fewest_wrong = std::numeric_limits<size_t>::max();
  for (const bench::Result& row : rows) {
    if (!row.skipped.empty()) continue;
    if (by_chance(row)) return "";
    if (row.verdict.passed()) {
      most_right = std::max(most_right, blocks(row));
      right.insert(row.block);
      continue;
    }
    if (row.n >= bench::kLargeN) return "";
    small = small && row.n <= bench::kBriefN;
    fewest_wrong = std::min(fewest_wrong, blocks(row));
    wrong.insert(row.block);
  }
  for (const unsigned block : wrong) right.erase(block);
  if (!small)
    for (const unsigned block : bench::kBrieflyCheckedBlocks) right.erase(block);
  const bool known = std::any_of(std::begin(bench::kCheckedBlocks), std::end(bench::kCheckedBlocks),
                                 [&](unsigned block) { return right.contains(block); });
  if (!known || wrong.empty() || most_right < fewest_wrong) return "";
  return fmt::format("it is right with blocks of {} threads, and wrong with blocks of {}: {}",
                     fmt::join(right, ", "), fmt::join(wrong, ", "), kOfABlock);
}

// Wrong with blocks of this size, and right at a few sizes with others: is it the size, or that there are more blocks?
std::string of_this_block(const Attempt& a, const std::vector<bench::Result>& rows, unsigned block) {
  const auto wrong = std::find_if(rows.begin(), rows.end(), [](const bench::Result& row) {
    return row.skipped.empty() && !row.verdict.passed();
  });
  if (std::any_of(rows.begin(), rows.end(), by_chance)) return "";
  if (wrong != rows.end() && block < bench::kDefaultBlock) {
    const size_t n = wrong->n * bench::kDefaultBlock / block;  // as many blocks
    const std::vector<bench::Result> again = a.checked(n, bench::kDefaultBlock);
    if (std::any_of(again.begin(), again.end(), is_wrong))
      return fmt::format(
          "it is wrong with n = {} and blocks of {} threads, and with n = {} and blocks of {}: right with "
          "few blocks, and wrong with more. What does a block need of all blocks before it?",
          wrong->n, block, n, bench::kDefaultBlock);
  }
  return fmt::format("it is right with blocks of {} threads, and wrong with blocks of {}: {}",
                     bench::kDefaultBlock, block, kOfABlock);
}

// --- the places that differ from the solution's ---

bool is_a_sum(const Attempt& a) {
  return check::row_of(check::task_of(a.stage)).answer == check::Answer::sum;
}

bool counts_places(const Attempt& a) {
  const check::Task task = check::task_of(a.stage);
  return task == check::Task::pack || task == check::Task::unpack;
}

// Asked about a run at what `row` ran at, with n elements.
Sentences asked(const Attempt& a, const bench::Result& row, size_t n, const Attempt::Ask& ask) {
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
Sentences other_place(const Attempt& a, const bench::Result& row, size_t n,
                      const std::vector<simt::Hazard>& hazards = {}) {
  if (a.exercise.is_repair()) return {};
  return asked(a, row, n, [&](const stage::Stage& stage, const bench::Conditions& c) {
    return bench::first_place(stage, c, hazards);
  });
}

// Another place, another thread, another number of blocks: and not just another value.
bool names_what_is_done(const std::string& cause) {
  const auto parts = {"; in the solution it reads ",
                      "; in the solution thread ",
                      "; in the solution it does not",
                      "; in the solution they have ",
                      "times; in the solution ",
                      "stores nothing more; in the solution it ",
                      bench::kOneAlone,
                      ": how many does ",
                      ": which number belongs to x, "};
  return std::any_of(parts.begin(), parts.end(), [&](const char* part) { return says(cause, part); });
}

// Does the difference say already what the place says before its n, or say who does it in the solution?
bool tells(const std::string& difference, const std::string& place) {
  const std::string here = place.substr(0, place.find("; in the solution "));
  return difference.find(place.substr(0, place.rfind(" (n = "))) != std::string::npos ||
         difference.starts_with(here + "; in the solution thread ");
}

// Of how the places are found, and not of what comes of it?
bool is_of_the_way(const std::string& place) {
  return says(place, " reads ") || says(place, "the lanes of a warp ");
}

// --- a row with hazards ---

// What tells more than the hazards that came of it.
Sentences before_hazards(const Attempt& a, const bench::Result& row) {
  constexpr size_t kWholeTiles = 1024;  // where the tile at the edge lacks nothing
  const simt::Hazard& first = row.hazards->front();
  const bool is_transpose = check::task_of(a.stage) == check::Task::transpose;
  if (!a.stage.racy.empty() && std::all_of(row.hazards->begin(), row.hazards->end(),
                                           [](const auto& h) { return h.kind == simt::HazardKind::race; }))
    return asked(a, row, row.n, bench::why_wrong);
  if (is_transpose && first.kind == simt::HazardKind::uninitialised)
    return asked(a, row, kWholeTiles, bench::in_common);
  if (first.space != "global" ||
      (first.kind != simt::HazardKind::race && first.kind != simt::HazardKind::out_of_bounds))
    return {};
  Sentences told = asked(a, row, row.n, bench::in_common);
  if (told.empty()) told = asked(a, row, row.n, bench::other_number_of_blocks);
  if (told.empty() && is_transpose && first.kind == simt::HazardKind::out_of_bounds)
    told = {bench::as_row_and_column(first.object, row.n)};
  std::erase(told, "");
  return told;
}

// Where the rung declares a race: one whose lines do not race in the rung itself.
const simt::Hazard* own_race(const Attempt& a, const bench::Result& row) {
  const Sentences declared = asked(a, row, row.n, [](const stage::Stage& rung, const bench::Conditions& c) {
    bench::set_elsewhere(nullptr);  // this process ends with the answer
    const Sentences lines = text::lines_of(os::read_text(os::in_repository(rung.file)));
    Sentences racing;
    for (const simt::Hazard& h : bench::observe(rung, c, {.counters = false}).observation.hazards)
      for (const simt::Access& access : h.where)
        if (access.line > 0) racing.push_back(program_of(lines.at(static_cast<size_t>(access.line) - 1)));
    return racing;
  });
  const auto is_declared = [&](const simt::Access& access) {
    return std::find(declared.begin(), declared.end(), program_of(line_of(a, access))) != declared.end();
  };
  for (const simt::Hazard& hazard : *row.hazards)
    if (hazard.kind == simt::HazardKind::race &&
        !std::all_of(hazard.where.begin(), hazard.where.end(), is_declared))
      return &hazard;
  return nullptr;
}

Sentences causes_of_hazards(const Attempt& a, const bench::Result& row, Sentences& details) {
  const simt::Hazard& first = row.hazards->front();
  Sentences told = is_wrong(row) ? before_hazards(a, row) : Sentences();
  if (first.kind == simt::HazardKind::undefined_arithmetic) return told;
  if (told.empty() && a.stage.racy.empty() && !row.verdict.passed()) {
    told = other_place(a, row, row.n, *row.hazards);
    // Without a sentence that the hazard itself says: that this element is touched here, and not there.
    if (first.kind == simt::HazardKind::out_of_bounds || first.kind == simt::HazardKind::uninitialised)
      std::erase_if(told, [&](const std::string& place) {
        return says(place, (first.object + "; in the solution it does not").c_str());
      });
  } else if (is_wrong(row) && counts_places(a)) {
    for (const std::string& place : other_place(a, row, row.n))
      told.insert(is_of_the_way(place) ? told.begin() : told.end(), place);
  }
  // A race says which barrier is missing; where threads do each other's work, that is no mistake.
  if (first.kind == simt::HazardKind::race)
    std::erase_if(told, [](const std::string& place) { return says(place, bench::kLookAtAll); });
  // The rung has a declared race too, and is right: its lines would tell of something else.
  if (const size_t at = row.verdict.message.find(bench::kInThisRun);
      !told.empty() && !a.stage.racy.empty() && at != std::string::npos) {
    details = {row.verdict.message.substr(at + bench::kInThisRun.size())};
    if (const simt::Hazard* race = own_race(a, row)) {
      Sentences of_race = lines_of(*race);
      of_race.insert(of_race.begin(), race->message);
      told.insert(told.begin() + 1, of_race.begin(), of_race.end());
    }
  }
  return told;
}

// --- a wrong result without a hazard ---

// Puts what is done otherwise than in the solution among the causes that the result itself tells.
void add_difference(const Attempt& a, const bench::Result& row, Sentences& causes) {
  Sentences difference = asked(a, row, row.n, bench::first_difference);
  const auto has = [&](const char* what) { return !difference.empty() && says(difference.back(), what); };
  // Where the first that differs is a value, a place before it may be the cause.
  const bool several = !difference.empty() && says(difference.front(), bench::kOneAlone);
  if (difference.empty() || (!several && !has("; in the solution it reads ") &&
                             (has("; in the solution it is ") || counts_places(a))))
    if (const Sentences place = other_place(a, row, row.n);
        !place.empty() && (difference.empty() || !tells(difference.back(), place[0])))
      difference.insert(difference.begin(), place.begin(), place.end());
  // Before numbers, and behind a question that may be the answer.
  const bool nothing = !causes.empty() && says(causes[0], bench::kWritesNothing);
  if (nothing)
    std::erase_if(difference, [](const std::string& d) { return says(d, "stores nothing at all"); });
  if (!causes.empty() && has("in the solution it is another value"))
    difference.pop_back();  // it says less than what is there
  // Of what is packed, another place that is read is a cause of a wrong count.
  const bool reads = counts_places(a) && !difference.empty() &&
                     (has("; in the solution it reads ") || is_of_the_way(difference.front()));
  // What the last line of a sum stores is what came before: which elements are in it says more.
  const bool no_more = (is_a_sum(a) && has(" in output[0]; in the solution it is ")) ||
                       has("in the solution nothing more is stored");
  const auto numbers = std::find_if(causes.begin(), causes.end(), [&](const std::string& cause) {
    return reads || (!nothing && !no_more && cause.starts_with("with "));
  });
  causes.insert(numbers, difference.begin(), difference.end());
  const bool of_sizes = !causes.empty() && (causes[0].starts_with("it is right with ") ||
                                            causes[0].starts_with("all elements that are kept ") ||
                                            says(causes[0], " never moved, "));
  // (Another element that is read may be another way to be right.)
  const auto named = std::find_if(causes.begin(), causes.end(), [](const std::string& cause) {
    return names_what_is_done(cause) && !says(cause, "; in the solution it reads ");
  });
  if (of_sizes && named != causes.end()) std::rotate(causes.begin(), named, named + 1);
}

Sentences causes_of_wrong(const Attempt& a, const bench::Result& row, Sentences& details) {
  if (!a.exercise.is_repair() && row.verdict.message.starts_with(bench::kSecondRun))
    if (Sentences again = asked(a, row, row.n, bench::wrong_again); !again.empty()) return again;
  const Sentences told = asked(a, row, row.n, bench::why_wrong);
  const auto table = std::find_if(told.begin(), told.end(),
                                  [](const std::string& line) { return line.starts_with(bench::kTable); });
  details.insert(details.end(), table, told.end());
  Sentences causes(told.begin(), table);
  if (a.exercise.is_repair()) return causes;
  if (row.n > kEasilyLookedAt) {
    const Sentences from = asked(a, row, row.n, bench::wrong_from);
    if (causes.empty()) return from;
    causes.insert(causes.begin(), from.begin(), from.end());
  }
  add_difference(a, row, causes);
  return causes;
}

// The causes, in words: what the smallest wrong result says where no hazard tells. Arrays that show it go to the details.
Sentences causes_of(const Attempt& a, const std::vector<bench::Result>& rows, Sentences& details) {
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
  return only_small == nullptr ? Sentences() : other_place(a, *only_small, only_small->n);
}

// Where nothing else tells, what such a message often comes of.
Sentences often_caused_by(const Attempt& a, const std::string& message) {
  const std::vector<Token> words = tokens_of(a.built.text);
  if (says(message, kOnASmallGpu) && message.find(bench::kInThisRun) == std::string::npos &&
      std::any_of(words.begin(), words.end(), [](const Token& t) { return t.text == "gridDim"; }))
    return {
        "a GPU with few multiprocessors has few blocks at once, and each does more rounds. Look at the "
        "loop over the grid: its end, its step, and what is kept from one round to the next"};
  if (message.starts_with("the host had launched ") && is_a_sum(a))
    return {
        "each launch leaves one value for each of its blocks, and launches go on until one is left. Does "
        "the grid have fewer blocks than there are values, each time?"};
  if (says(message, "expected its first index"))
    return {
        "of equal values the one with the smallest index counts: are the indices compared where two "
        "values are equal?"};
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

// Of what a warp does for all its lanes at once: so often that a loop around it may be the cause.
std::string in_a_loop(const Step& step, const Most& most, uint64_t warps) {
  const bool for_a_warp =
      step.counter == "shuffles" || step.counter == "global_atomics" || step.counter == "votes";
  const double times = step.target > 0 ? std::round(step.value / step.target) : 0;
  if (!for_a_warp || times < 2 || std::fabs(step.value - times * step.target) > kSlack * step.target ||
      most.value.value <= static_cast<double>(warps))
    return "";
  return fmt::format(": {} times the target. Does this line stand in a loop, and would once behind it do?",
                     times);
}

// What the kernels do that costs this counter, and what would do.
Sentences what_it_costs(const Attempt& a, const Step& step, const simt::Observation& seen) {
  const simt::KernelCosts kernel{"", &seen, seen.counters.launches, seen.counters.total_blocks};
  Sentences why;
  if (step.counter == "barriers")
    why = simt::in_words(simt::surplus_barriers(seen.barriers, os::repository()));
  if (why.empty()) why = simt::costs({&kernel, 1}, a.exercise.page, step.counter);
  if (why.empty() && step.counter == "global_load_sectors" && step.value > 1.2 * step.target)
    why = {
        "more is read than the rung reads: is something read by several threads, or several times, that "
        "one could read once and pass on?"};
  return why;
}

}  // namespace

std::string name_of(const bench::Result& row) {
  if (row.verdict.status != check::Status::racy || !has_hazards(row)) return data::name(row.verdict.status);
  const simt::HazardKind kind = row.hazards->front().kind;
  if (kind == simt::HazardKind::early_exit)
    return "a GPU may wait for ever: not all threads come to the barrier";
  std::string name = data::name(kind);
  std::replace(name.begin(), name.end(), '_', ' ');
  return (kind == simt::HazardKind::race ? "right by luck: a " : "right by luck: ") + name;
}

std::vector<std::string> lines_of(const simt::Hazard& hazard) {
  Sentences lines;
  for (const simt::Access& access : hazard.where) lines.push_back("  " + report::text_of(access));
  return lines;
}

std::vector<std::string> said_by(const Attempt& a, const bench::Result& row) {
  constexpr size_t kEnough = 6;
  const auto in_words = [&](const std::string& message) {
    return with_its_atomic(a, row, of_scratch(message));
  };
  Sentences said = {line_first(in_words(row.verdict.message), row)};
  for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
    if (row.verdict.message.find(hazard.message) == std::string::npos)
      said.push_back(fmt::format("{}: {}", data::name(hazard.kind), in_words(hazard.message)));
    const Sentences lines = lines_of(hazard);
    said.insert(said.end(), lines.begin(), lines.end());
    if (said.size() > kEnough) break;
  }
  return said;
}

size_t tell_causes(const Attempt& a, const std::vector<bench::Result>& rows, bool few, unsigned block,
                   Step& step) {
  Sentences causes = causes_of(a, rows, step.details);
  const std::string& text = a.built.text;
  const std::vector<Token> words = tokens_of(text);
  if (std::any_of(words.begin(), words.end(), [](const Token& t) { return t.text == "__shared__"; }))
    std::erase_if(causes, [](const std::string& cause) {
      return says(cause, "an array without __shared__ in front of it");
    });
  const std::string& said = step.details.empty() ? step.text : step.details[0];
  if (causes.empty()) causes = often_caused_by(a, said);
  size_t named_in_text = 0;
  for (const std::string& told :
       {says(said, " past the end of ") ? late_condition(text) : "", whole_division(text),
        copied_element(text), assigned_sign(text), with_many_elements(rows) ? product_of_32_bits(text) : "",
        cut_float(a.built.in_an_int, rows), meaning_of(a.built.warning)})
    if (!told.empty()) causes.insert(causes.begin(), told), ++named_in_text;
  // A pattern of sizes says where it shows; a line that does something else says what it is.
  const bool named = !causes.empty() && names_what_is_done(causes[0]) && !says(causes[0], ". Then, ");
  const auto place = causes.begin() + static_cast<std::ptrdiff_t>(std::max<size_t>(named, named_in_text));
  if (few && block != bench::kDefaultBlock) {
    if (const std::string of = of_this_block(a, rows, block); !of.empty()) causes.insert(place, of);
  } else if (const std::string of = wrong_blocks(rows); !of.empty()) {
    causes.insert(place, of);
  }
  step.details.insert(a.exercise.is_repair() ? step.details.end() : step.details.begin(), causes.begin(),
                      causes.end());
  return named_in_text;
}

std::vector<std::string> doubts(const Built& built) {
  Sentences told;
  if (!built.short_index.empty())
    told.push_back(fmt::format(
        "But {} compares an int with a size_t. If that int counts elements, the kernel is wrong with more "
        "than 2147483647 of them, where an int ends: use size_t",
        built.short_index));
  if (!built.in_double.empty())
    told.push_back(fmt::format(
        "But {} calculates with a double: a number with a point is one, and what it meets becomes one. "
        "Most GPUs have few units for double, and are many times slower with it: write 0.5f, with an f",
        built.in_double));
  return told;
}

std::string more_work(double times) {
  if (!std::isfinite(times)) return "more than none";
  if (times < 1.0005) return "less than 0.1 % more";
  return times < 2 ? fmt::format("{:.1f} % more", 100 * (times - 1))
                   : fmt::format("{:.1f} times as much", times);
}

void tell_missed(const Attempt& a, const Change& change, const simt::Counters& goal,
                 const simt::Observation& seen, const std::vector<simt::LineCost>& goal_lines, unsigned block,
                 std::vector<Step>& steps) {
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
      step->details = {place +
                       " makes one for each warp, and one for each block would do. Can the warps of a block "
                       "first put together what they have, and one thread of the block do this?"};
    else
      step->details = {fmt::format("{} has {}{}{}", place, pages::text_of(most->value),
                                   most->value.whole ? " of them" : "",
                                   change.any && !more_blocks ? in_a_loop(*step, *most, warps) : "")};
  }
  Sentences &first = missed.front()->details, &last = missed.back()->details;
  if (change.any && more_blocks)  // the cause of all counters that are missed: with the first of them
    first.insert(first.begin(),
                 fmt::format("the launcher starts {} blocks, and {} starts {}: is the grid made for what a "
                             "block does now?",
                             seen.counters.total_blocks, a.exercise.id(), goal.total_blocks));
  Sentences why;
  for (auto step = missed.rbegin(); step != missed.rend() && why.empty(); ++step)
    why = what_it_costs(a, **step, seen);
  // Of one counter alone, what it costs tells the line, and what would do.
  if (missed.size() == 1 && !why.empty() && last.size() == 1 && why[0].starts_with("line ")) last.clear();
  last.insert(last.end(), why.begin(), why.end());
  if (change.any)  // and not the start
    first.insert(
        first.begin(),
        fmt::format(
            "the result is right; this is {}",
            more_work(
                Judged{missed.front()->counter, missed.front()->value, missed.front()->target, 0}.work())));
  // Of a text that is still the start, it would tell the answer.
  if (!change.any || !change.most || more_blocks) return;
  bench::Result row;
  row.n = 1000;
  row.block = bench::kDefaultBlock;
  row.dtype = stage::dtype_name(a.stage.variants[0].dtype);
  // Another way to be right reads other places; the length of a row is what a conflict of banks comes of.
  for (const std::string& place : other_place(a, row, row.n))
    if (says(place, "the rows of ")) first.insert(first.begin() + 1, place);
}

}  // namespace practice
