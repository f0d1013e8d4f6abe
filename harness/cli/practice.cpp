// ./ladder practice: the stages as exercises. docs/practice.md explains how to use it.
#include "cli/practice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "cli/annotations.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/practice_files.h"
#include "cli/practice_text.h"
#include "cli/terminal.h"
#include "os/files.h"
#include "practice/program.h"
#include "text/style.h"
#include "text/text_diff.h"
#include "text/units.h"
#include "text/nearest.h"
#include "text/lines.h"

namespace ladder::cli {

namespace style = text::style;
using practice::Exercise;
using practice::Judgement;
using practice::Step;

namespace {

bool is_reached(const Exercise& e) {
  const auto found = begun(e) ? known(e) : std::nullopt;
  return found && found->reached;
}

}  // namespace

// The exercise to open for a track: its first exercise that is not done or, if all are done, its first.
const Exercise& wanted_exercise(const std::vector<Exercise>& all, const std::string& id) {
  std::vector<std::string> ids;
  const auto of_track = [&](const Exercise& e) { return e.rung->track() == id; };
  auto track =
      std::find_if(all.begin(), all.end(), [&](const Exercise& e) { return of_track(e) && !is_reached(e); });
  if (track == all.end()) track = std::find_if(all.begin(), all.end(), of_track);
  if (track != all.end()) return *track;
  for (const Exercise& e : all) {
    if (e.id() == id) return e;
    ids.push_back(e.id());
  }
  if (const stage::Stage* s = stage::find_stage(stage::Build::simt, id); s != nullptr && s->after.empty())
    throw Failure(
        fmt::format("{0} starts its track and is not an exercise: read docs/{0}.md, and choose one of the "
                    "stages that follow (./ladder practice lists them)",
                    id));
  throw Failure(fmt::format("there is no exercise {}{} (./ladder practice lists them)", id,
                            text::did_you_mean(id, ids)));
}

namespace {

Judgement judgement_of(const Options& o, const Exercise& e, size_t done, size_t total) {
  if (auto found = known(e)) return *found;
  TerminalProgress progress(o.quiet);
  progress.update("judging " + e.id(), done, total);
  practice::Judging how;
  how.confined = o.confine;
  return judged(e, how);
}

// The list's text for a file that does not exist yet.
std::string missing(const Exercise& e, const Judgement& j) {
  for (const Step& step : j.steps)
    if (!step.good) return e.is_repair() && step.what == "few_sizes" ? "not right" : step.text();
  return "";
}

data::Json list_json(const std::vector<Exercise>& all, const std::vector<std::optional<Judgement>>& found,
                     const Exercise* next) {
  data::Json rows = data::Json::array();
  for (size_t i = 0; i < all.size(); ++i) {
    data::Json row = {{"id", all[i].id()},
                      {"idea", all[i].rung->idea},
                      {"file", practice_file(all[i])},
                      {"page", all[i].page},
                      {"state", !found[i]           ? "not begun"
                                : found[i]->reached ? "reached"
                                                    : "begun"}};
    if (found[i] && !found[i]->reached) row["missing"] = missing(all[i], *found[i]);
    rows.push_back(row);
  }
  return {{"practice_version", 1},
          {"next", next == nullptr ? data::Json(nullptr) : data::Json(next->id())},
          {"exercises", rows}};
}

int solution(const Options& o, const Exercise& e) {
  const std::string file = practice_file(e);
  const std::string text = begun(e) ? os::read_text(file) : practice::starting_text(e, file);
  std::fputs(practice::difference_from_solution(e, file, text, colour_wanted(o.no_color)).c_str(), stdout);
  return good;
}

}  // namespace

const Exercise* next_exercise(const std::vector<Exercise>& all, const Exercise* e) {
  const size_t first = e == nullptr ? 0 : static_cast<size_t>(e - all.data()) + 1;
  for (size_t i = 0; i < all.size(); ++i) {
    const Exercise& one = all[(first + i) % all.size()];
    if (&one == e) continue;
    if (!is_reached(one)) return &one;
  }
  return nullptr;
}

std::string made_text(const Exercise& e) {
  const std::string from = e.from != e.rung && e.yours.empty() ? " from " + e.from->id : "";
  return fmt::format(
      "Created {}{}: the task is at the top{}. The page of the exercise is {}\n", practice_file(e), from,
      from.empty() && !e.is_repair() ? ", and your code goes under \"Your part\"" : "", e.page);
}

void print_hint(const Exercise& e) {
  const size_t number = next_hint(e);
  fmt::print("Hint {} of {} for {}\n\n", number, e.hints.size(), e.id());
  for (const std::string& paragraph : text::lines_of(e.hints[number - 1]))
    for (const std::string& line : text::wrapped(paragraph, table_columns() - 2)) fmt::print("  {}\n", line);
  if (number == e.hints.size())
    fmt::print(
        "\nThis is the last hint. ./ladder practice {} --solution shows the difference from the solution.\n",
        e.id());
}

void print_exercise_list(const Options& o, const std::vector<Exercise>& all) {
  const bool colour = colour_wanted(o.no_color);
  const size_t total = static_cast<size_t>(std::count_if(all.begin(), all.end(), begun));
  std::vector<std::optional<Judgement>> found;
  size_t done = 0, reached = 0;
  for (const Exercise& e : all) {
    found.push_back(begun(e) ? std::optional(judgement_of(o, e, ++done, total)) : std::nullopt);
    reached += found.back() && found.back()->reached;
  }
  const Exercise* next = next_exercise(all, nullptr);
  const data::Json list = list_json(all, found, next);
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(list));
  if (!o.html.empty()) os::write_text(o.html, progress_html(list));
  if (o.quiet || o.json == "-") return;
  std::string track;
  for (size_t i = 0; i < all.size(); ++i) {
    const stage::Stage& s = *all[i].rung;
    // A track that has not been started takes one line, unless it contains the next exercise.
    if (s.track() != track && (next == nullptr || next->rung->track() != s.track())) {
      size_t end = i;
      bool any = false;
      for (; end < all.size() && all[end].rung->track() == s.track(); ++end) any = any || found[end];
      if (!any) {
        fmt::print("{}{}: {}, not begun (./ladder practice {} starts with the first one)\n",
                   track.empty() ? "" : "\n", text::styled(colour, style::bold, s.track()),
                   end - i == 1 ? "1 exercise" : fmt::format("{} exercises", end - i), s.track());
        track = s.track();
        i = end - 1;
        continue;
      }
    }
    if (s.track() != track)
      fmt::print("{}{}{}\n", track.empty() ? "" : "\n", text::styled(colour, style::bold, s.track()),
                 all[i].is_repair()             ? ": find the mistake, and fix it"
                 : practice::is_program(all[i]) ? ": complete programs, which ./ladder try judges"
                 : s.track() == "first" ? ": a few lines each, for those who have never written a kernel"
                                        : "");
    track = s.track();
    const std::string mark = !found[i]           ? text::styled(colour, style::faint, "·")
                             : found[i]->reached ? text::styled(colour, style::good, "✓")
                                                 : text::styled(colour, style::bad, "✗");
    const std::string text = fmt::format("{:<22} {}", s.name(), s.idea);
    const std::string lacks = found[i] && !found[i]->reached ? missing(all[i], *found[i]) : "";
    fmt::print("  {} {}\n", mark,
               text::shortened(lacks.empty() ? text : fmt::format("{:<22} {}", s.name(), lacks),
                               table_columns() - 4));
  }
  fmt::print("\n{} of {} solved.", reached, all.size());
  if (next != nullptr) fmt::print(" Next: ./ladder practice {}", next->id());
  fmt::print("\n");
}

namespace {

struct Reached {
  size_t of_track = 0, track = 0;
};
Reached reached_in(const std::vector<Exercise>& all, const std::string& track) {
  Reached r;
  for (const Exercise& e : all)
    if (e.rung->track() == track) ++r.track, r.of_track += is_reached(e);
  return r;
}

// The skills that a reader has after this exercise, if it is the last of an evening; otherwise "". (In the
// table of evenings in docs/README.md, the second column lists the reading, and the last one these skills.)
std::string afterwards(const Exercise& e, bool last_of_track) {
  const std::string name = fmt::format("to `{}`", e.rung->name()),
                    page = fmt::format("]({}.md)", e.rung->track());
  for (const std::string& line : text::lines_of(os::read_text(os::in_repository("docs/README.md")))) {
    if (!line.starts_with("| **")) continue;
    const size_t first = line.find(" | "), second = line.find(" | ", first + 1), last = line.rfind(" | ");
    if (second == std::string::npos) continue;
    const std::string read = line.substr(first + 3, second - first - 3);
    if (read.find(page) != std::string::npos &&
        (read.ends_with(name) || (last_of_track && read.ends_with(page))))
      return line.substr(last + 3, line.rfind(" |") - last - 3) + ".";
  }
  return "";
}

// The advice in the stage's file: the first sentence after "Watch:" at its top.
std::string to_see(const Exercise& e) {
  if (e.is_repair() || practice::is_program(e)) return "";
  std::string words;
  for (const std::string& line : text::lines_of(os::read_text(os::in_repository(e.rung->file)))) {
    if (!line.starts_with("//")) break;
    if (line.starts_with("// Watch: "))
      words = line.substr(std::string("// Watch: ").size());
    else if (!words.empty())
      words += line.substr(2);
  }
  return words.substr(0, words.find(". ")) + (words.find(". ") == std::string::npos ? "" : ".");
}

// heading() is shown before an exercise is judged, and ending() afterwards.
std::string heading(const std::vector<Exercise>& all, const Exercise& e) {
  const Reached r = reached_in(all, e.rung->track());
  return r.of_track == 0 ? "" : fmt::format(" ({} of {} solved in {})", r.of_track, r.track, e.rung->track());
}
Ending ending(const std::vector<Exercise>& all, const Exercise& e, const Judgement& judgement) {
  if (!judgement.reached) return {};
  Ending end{.next = next_exercise(all, &e)};
  const Reached r = reached_in(all, e.rung->track());
  const std::string see = to_see(e), now = afterwards(e, r.of_track == r.track);
  if (!see.empty()) end.said.push_back(fmt::format("What to look for in {}: {}", e.solution->file, see));
  if (!now.empty()) end.said.push_back("You can now " + now);
  if (r.of_track == r.track) end.track = fmt::format("All exercises in {} are solved.", e.rung->track());
  return end;
}

}  // namespace

Judgement judge_and_print(const Options& o, const std::vector<Exercise>& all, const Exercise& e, bool why,
                          const std::function<bool()>& give_up) {
  const JudgementPrinter printer(o, e);
  printer.print_heading(heading(all, e));
  const Judgement judgement = judged(
      e,
      {.told = [&](const Step& step) { printer.print_step(why ? step : practice::without_cause(e, step)); },
       .give_up = give_up,
       .ns = data::text_of(o.ns),
       .confined = o.confine});
  if (judgement.given_up) return judgement;
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(practice::to_json(judgement)));
  findings::Report report{"practice"};
  for (const Step& step : judgement.steps) {
    const std::string what = step.counter.empty() ? step.what : step.counter;
    findings::Case one{e.rung->track(), e.rung->name() + " " + what, judgement.file};
    if (const Step told = why ? step : practice::without_cause(e, step); !step.good)
      one.found.push_back(
          missed_step(step.what, e.id() + ": " + what, judgement.file, told.said, told.details));
    report.cases.push_back(std::move(one));
  }
  write_annotations(o, report);
  printer.print_ending(judgement, ending(all, e, judgement));
  return judgement;
}

// An invalid page does not affect the other exercises.
static std::vector<Exercise> all_exercises() {
  std::map<std::string, std::string> broken;
  std::vector<Exercise> all = practice::with_programs(practice::exercises(os::repository(), &broken));
  for (const auto& [id, why] : broken) fmt::print(stderr, "ladder: {} is left out: {}\n", id, why);
  return all;
}

static int practice(const Options& o) {
  if (o.watch + o.hint + o.solution > 1)
    throw Failure("practice: use only one of --watch, --hint and --solution at a time");
  if (o.json_lines && (o.ids.empty() || o.watch || o.hint || o.solution))
    throw Failure(
        "practice: --json-lines needs an ID, and cannot be combined with --watch, --hint or --solution");
  if (o.confine)
    if (const std::string why = practice::no_confinement(); !why.empty())
      throw Failure(fmt::format("practice --confine: {}", why));
  const std::vector<Exercise> all = all_exercises();
  if (all.empty()) throw Failure("no page in docs/ has an exercise");
  if (o.ids.empty() && (o.hint || o.solution))
    throw Failure("practice: --hint and --solution need an ID, such as reduce/v1");
  if (!o.html.empty() && (!o.ids.empty() || o.watch))
    throw Failure("practice: --html covers all exercises: leave out the ID and --watch");
  if ((!o.sarif.empty() || !o.junit.empty() || o.format == "github") &&
      (o.ids.empty() || o.hint || o.solution))
    throw Failure(
        "practice: --format github, --sarif and --junit need an ID, and cannot be combined with --hint or "
        "--solution");
  for (const std::string& file : {o.json, o.html, o.sarif, o.junit})
    if (!file.empty()) os::check_writable(file);
  const Exercise* wanted = !o.ids.empty() ? &wanted_exercise(all, o.ids[0]) : nullptr;
  if (wanted == nullptr && !o.watch) {
    print_exercise_list(o, all);
    return good;
  }
  if (wanted == nullptr) wanted = next_exercise(all, nullptr);
  if (wanted == nullptr) throw Failure("practice --watch: all exercises are solved; name the one to watch");
  if (o.hint) {
    print_hint(*wanted);
    return good;
  }
  if (o.solution) return solution(o, *wanted);
  if (o.watch) return watch(o, all, *wanted);
  const bool made = make_file(*wanted);
  if (made && !o.quiet && !o.writes_to_stdout() && !o.json_lines && o.format == "text")
    fmt::print("{}This is the current state:\n\n", made_text(*wanted));
  return judge_and_print(o, all, *wanted, o.why, {}).reached ? good : wrong_result;
}

static void declare_practice(const Syntax& s) {
  s.help("Write a stage yourself, and have it checked (docs/practice.md)", R"(
  ./ladder practice                    the exercises, your progress, and the next exercise
  ./ladder practice first --watch      the first steps, one after another (n opens the next)
  ./ladder practice reduce/v2          creates practice/reduce/v2.cu, and judges it
  ./ladder practice reduce/v2 --watch  judges it each time it is saved
  ./ladder practice reduce/v2 --hint)");
  Options& o = s.options;
  s.option("ID", o.ids,
           "a first step (first/index), a stage (reduce/v2), a pitfall (pitfalls/off_by_one); for a track, "
           "its next exercise")
      .expected(0, 1);
  s.flag("--watch", o.watch,
         "Judge the file each time it is saved; keys: h hint, w why, n next (N: even if this one is not "
         "solved), l list, r again, q quit");
  s.option("--html FILE", o.html, "Write a page to share that shows the exercises that you have solved");
  s.flag("--hint", o.hint, "Show the next hint");
  s.flag("--why", o.why, "For a pitfall: show the mistake in your file and its line");
  s.flag("--solution", o.solution, "Show how your file differs from the solution");
  s.option("--n COUNT", s.raw.ns,
           "Check these numbers of elements instead of every size: 1000, 2^20, or a comma-separated list");
  s.json("Write the verdict to FILE (- is standard output)");
  s.flag("--json-lines", o.json_lines,
         "Print each step as a line of JSON as soon as it is known, and the result at the end");
  s.annotations();
  s.flag("--confine", o.confine, "Run the file in a sandbox, as grade does (docs/grading.md)");
}

static const Registered registered_practice{"practice", declare_practice, practice};

}  // namespace ladder::cli
