// ./ladder grade: judges any number of files by other people as ./ladder practice does, each isolated from
// the others and from everything else. docs/grading.md explains how to use it.
#include "cli/grade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "cli/annotations.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/isolate.h"
#include "grade/rules.h"
#include "practice/judge.h"
#include "practice/program.h"
#include "text/style.h"
#include "text/units.h"
#include "text/nearest.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
namespace style = text::style;
using practice::Exercise;

// --- the journal of finished judgements, in case grading is interrupted ---

std::string hash(const std::string& text) {  // FNV-1a
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", h);
}

class Journal {
 public:
  // Each set of files has its own journal, so that concurrent gradings do not interfere.
  Journal(const std::vector<Submission>& all, bool all_parts) {
    std::string names = fs::current_path().string() + (all_parts ? "\nall parts" : "");
    for (const Submission& s : all) names += "\n" + s.file;
    file_ = fmt::format("{}/practice/graded-{}.json", os::work_folder(), hash(names));
  }

  void resume() {
    try {
      judged_ = data::parse_json(os::read_text(file_), file_);
      judged_.at("seed").get<uint64_t>();
    } catch (const std::exception&) {
      throw Failure("--resume: no interrupted grading run for these files was found here");
    }
  }
  void begin(uint64_t seed) {
    judged_ = {{"seed", seed}, {"files", data::Json::object()}};
    fs::create_directories(fs::path(file_).parent_path());
    os::write_text(file_, data::dump_json(judged_));
  }
  uint64_t seed() const { return judged_.at("seed"); }

  bool knows(Submission& s) const {
    const auto found = judged_.at("files").find(key(s));
    if (found == judged_.at("files").end()) return false;
    s.judgement = found->at("judgement");
    s.seconds = found->at("seconds");
    return true;
  }
  void note(const Submission& s) {
    judged_["files"][key(s)] = {{"judgement", s.judgement}, {"seconds", s.seconds}};
    os::write_text(file_, data::dump_json(judged_));
  }
  void forget() {
    std::error_code none;
    fs::remove(file_, none);
  }

 private:
  std::string key(const Submission& s) const {
    return hash((s.exercise != nullptr ? s.exercise->id() : s.judged_by) + "\n" + s.name + "\n" + s.text);
  }
  std::string file_;
  data::Json judged_;
};

// --- the table ---

class Table {
 public:
  Table(const Options& o, const Graded& graded)
      : reveal_(graded.reveal),
        shown_(!o.quiet && !o.writes_to_stdout() && o.format == "text"),
        colour_(colour_wanted(o.no_color)) {
    for (const Submission& s : graded.submissions) width_ = std::clamp(s.shown.size(), width_, size_t{40});
    if (shown_) fmt::print("{:<{}}  built  right  clean  targets  reached\n", "file", width_);
  }

  void add(const Submission& s) const {
    if (!shown_) return;
    const Marks m = marks_of(s, reveal_);
    const auto mark = [&](bool good) { return !s.trouble.empty() ? "·" : good ? "✓" : "✗"; };
    fmt::print("{:<{}}  {}      {}      {}      {:<7}  {}{}\n", s.shown, width_, mark(m.built),
               mark(m.correct), mark(m.clean), m.targets == 0 ? "-" : fmt::format("{}/{}", m.hit, m.targets),
               text::styled(colour_, m.reached ? style::good : style::bad, mark(m.reached)),
               m.better > 0 ? fmt::format(" (better than the solution: {})", m.better) : "");
    if (!m.reason.empty()) say(m.reason);
    if (!s.identical.empty()) say(fmt::format("identical to {}", fmt::join(s.identical, ", ")));
    std::fflush(stdout);
  }

  void end(const Graded& graded) const {
    if (!shown_) return;
    size_t reached = 0, unread = 0;
    for (const Submission& s : graded.submissions)
      reached += marks_of(s).reached, unread += s.judgement.is_null();
    fmt::print("{} of {} reached{}. The random choices are determined by --seed {}.\n", reached,
               graded.submissions.size(),
               unread > 0 ? fmt::format(", {} not judged: the rows give the reasons", unread) : "",
               graded.seed);
    if (graded.pairs.empty()) return;
    fmt::print(
        "\nThe share of the smaller file's own code that is also in the other file, ignoring names:\n");
    constexpr size_t kMost = 30;
    for (size_t i = 0; i < std::min(kMost, graded.pairs.size()); ++i) {
      const Alike& pair = graded.pairs[i];
      fmt::print("  {:3.0f} %  {}  {}\n", 100 * pair.likeness, pair.one, pair.other);
    }
  }

 private:
  static void say(const std::string& text) {
    for (const std::string& line : text::wrapped(text, table_columns() - 4)) fmt::print("    {}\n", line);
  }
  Reveal reveal_;
  bool shown_, colour_;
  size_t width_ = 10;
};

// --- judging ---

void write_files(const Options& o, const Graded& graded) {
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(json_of(graded)));
  if (!o.csv.empty()) os::write_text(o.csv, csv_of(graded));
  write_annotations(o, annotations_of(graded));
  if (!o.gradescope.empty()) os::write_text(o.gradescope, data::dump_json(gradescope_of(graded)));
}

std::map<const Exercise*, practice::Yardstick> yardsticks(const std::vector<Submission*>& all,
                                                          uint64_t seed) {
  std::map<const Exercise*, practice::Yardstick> found;
  for (const Submission* s : all)
    if (const Exercise* e = s->exercise; e != nullptr && !found.contains(e))
      found[e] = practice::yardstick_at(*e, practice::drawn_conditions(*e, seed));
  return found;
}

void judge_all(const Options& o, Graded& graded, bool all_parts, Journal& journal,
               const std::function<void(const Submission&)>& row) {
  std::vector<Submission*> whose;
  for (Submission& s : graded.submissions)
    if (!s.refused.empty() || !s.trouble.empty() || journal.knows(s))
      row(s);
    else
      whose.push_back(&s);
  const os::CatchInterrupts interrupts;
  const toolchain::BuildFolder around;  // contains all other folders, and is always removed
  fs::permissions(around.path(), fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  const auto sticks = yardsticks(whose, graded.seed);
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  practice::Judging how;
  how.rules = grade::rules();
  how.seed = graded.seed;
  how.build_seconds = o.build_seconds;
  how.run_seconds = o.run_seconds;
  how.all_parts = all_parts;
  how.at_once = std::max(1u, cores / std::max(1u, static_cast<unsigned>(whose.size())));
  how.folder = "practice/" + fs::path(around.path()).filename().string();
  std::vector<os::Work> work;
  for (const Submission* s : whose)
    work.emplace_back([&, s](const os::Report& report) {
      practice::Judging its = how;
      its.told = [&](const practice::Step& step) {
        report(step.what);
      };  // each case of a program has its own time limit
      if (s->exercise != nullptr) its.yardstick = &sticks.at(s->exercise);
      const auto started = std::chrono::steady_clock::now();
      const practice::Judgement judgement =
          s->judge ? s->judge(its) : practice::judge_text(*s->exercise, s->text, o.trust, its, s->name);
      data::Json judged = {{"judgement", practice::to_json(judgement)}};
      judged["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      return judged.dump(-1, ' ', false, data::Json::error_handler_t::replace);
    });
  TerminalProgress progress(o.quiet);
  size_t done = 0;
  const auto finished = [&](size_t i, const os::Outcome& outcome) {
    Submission& s = *whose[i];
    if (outcome.finished()) {
      const data::Json judged = data::parse_json(outcome.result, s.shown);
      s.judgement = judged.at("judgement");
      s.seconds = judged.at("seconds");
      journal.note(s);
    } else if (outcome.status == os::Outcome::Status::failed) {
      s.trouble = clean(outcome.error);
    } else {
      s.refused = "judging did not finish: " + clean(outcome.error);
    }
    row(s);
    progress.update(s.shown, ++done, work.size());
  };
  const double most =
      2 * o.build_seconds + o.run_seconds + 60;  // the limit for a step that never ends on its own
  os::run_isolated(work, {.at_once = cores, .silent_seconds = most}, {.done = finished, .report = {}});
}

const Exercise* exercise_named(const Options& o, const std::vector<Exercise>& all,
                               const std::map<std::string, std::string>& broken) {
  if (o.as.empty()) return nullptr;
  if (const auto page = broken.find(o.as); page != broken.end()) throw Failure(page->second);
  std::vector<std::string> ids;
  for (const Exercise& e : all) {
    if (e.id() == o.as) return &e;
    ids.push_back(e.id());
  }
  throw Failure(fmt::format("--as {}: there is no such exercise{} (./ladder practice lists them)", o.as,
                            text::did_you_mean(o.as, ids)));
}

}  // namespace

void check_confinement(const Options& o) {
  if (o.trust) return;
  if (const std::string why = practice::not_reachable(); !why.empty())
    throw Failure(not_judged, fmt::format("nothing was judged: {}", why));
  if (const std::string why = practice::no_confinement(); !why.empty())
    throw Failure(fmt::format(
        "grade runs other people's programs, and needs a sandbox for them: {}. (--trust runs them "
        "without one, with all your permissions)",
        why));
}

Judged judge_submissions(const Options& o, Graded& graded, bool all_parts,
                         const std::function<void(const Submission&)>& row) {
  const auto journal = std::make_shared<Journal>(graded.submissions, all_parts);
  try {
    if (o.resume)
      journal->resume();
    else
      journal->begin(o.seed_given ? o.seed : std::random_device{}());
  } catch (const fs::filesystem_error& error) {
    throw Failure(not_judged, fmt::format("nothing was judged: {}", error.what()));
  } catch (const os::Error& error) {
    throw Failure(not_judged, fmt::format("nothing was judged: {}", error.what()));
  }
  graded.seed = journal->seed();
  find_identical(graded.submissions);
  try {
    judge_all(o, graded, all_parts, *journal, row);
  } catch (const os::Interrupted&) {
    fmt::print(stderr, "ladder: interrupted; ./ladder grade … --resume continues\n");
    return {true, {}};
  } catch (const os::Error& error) {  // a problem with the machine; a file's own faults are in its row
    throw Failure(
        not_judged,
        fmt::format("not everything could be judged: {}. ./ladder grade … --resume continues", error.what()));
  }
  compare_with_each_other(graded);
  return {false, [journal] { journal->forget(); }};
}

static int grade(const Options& o) {
  if (!o.assignment.empty()) return grade_assignment(o);
  if (o.ids.empty())
    throw Failure("FILE is required: give one or more files, or folders that contain .cu files");
  for (const std::string& file : {o.json, o.csv, o.sarif, o.junit, o.gradescope})
    if (!file.empty()) os::check_writable(file);
  std::map<std::string, std::string> broken;
  const std::vector<Exercise> exercises = practice::exercises(os::repository(), &broken);
  for (const practice::Exercise& program : practice::programs())
    if (o.as == program.id())
      throw Failure(fmt::format("--as {0} names a whole program, which ./ladder practice {0} judges", o.as));
  const Exercise* as = exercise_named(o, exercises, broken);
  Graded graded;
  graded.reveal = reveal_of(o.reveal);
  graded.submissions = submissions(o.ids, exercises, as, broken);
  check_confinement(o);
  std::optional<Table> table;
  const auto shown = [&]() -> const Table& { return table ? *table : table.emplace(o, graded); };
  const Judged judged =
      judge_submissions(o, graded, false, [&](const Submission& submission) { shown().add(submission); });
  if (judged.interrupted) return interrupted;
  try {
    write_files(o, graded);
  } catch (const os::Error& error) {
    throw Failure(
        not_judged,
        fmt::format("the marks were not written: {}. ./ladder grade … --resume writes them", error.what()));
  }
  shown().end(graded);
  const auto troubled = std::find_if(graded.submissions.begin(), graded.submissions.end(),
                                     [](const Submission& s) { return !s.trouble.empty(); });
  if (troubled != graded.submissions.end()) {
    fmt::print(stderr,
               "ladder: {} (and perhaps others) could not be judged: {}. ./ladder grade … --resume judges "
               "the remaining files\n",
               troubled->shown, troubled->trouble);
    return not_judged;
  }
  judged.forget();
  const bool all_reached = std::all_of(graded.submissions.begin(), graded.submissions.end(),
                                       [](const Submission& s) { return marks_of(s).reached; });
  return o.fail && !all_reached ? wrong_result : good;
}

static void declare_grade(const Syntax& s) {
  s.help("Judge other people's answers to the exercises, each in a sandbox (docs/grading.md)", R"(
  ./ladder grade submissions/ --csv marks.csv
  ./ladder grade ada.cu bob.cu --as reduce/v2 --json marks.json
  ./ladder grade --assignment hw2.toml downloads/ --csv marks.csv --feedback feedback --class class.html)");
  Options& o = s.options;
  s.option("FILE", o.ids,
           "Files, and folders with .cu files; with --assignment, the submissions of the class");
  const Declared assignment = s.option("--assignment FILE", o.assignment,
                                       "The assignment: tasks, points, deadline (docs/assignment.md)");
  s.option("--moodle FILE", o.moodle, "Write the points as a Moodle grading worksheet").needs(assignment);
  s.option("--canvas FILE", o.canvas, "Write the points in the format that the Canvas gradebook imports")
      .needs(assignment);
  s.option("--class FILE", o.class_page, "Write a page about the class: points, causes, similar submissions")
      .needs(assignment);
  s.option("--feedback FOLDER", o.feedback, "Write a page for each student to this folder").needs(assignment);
  s.option("--hand-out FOLDER", o.hand_out,
           "Write the files that students start from to this folder, without judging anything")
      .needs(assignment);
  s.option("--as ID", o.as, "The exercise (default: the exercise that the file's STAGE line names)")
      .excludes(assignment);
  s.flag("--trust", o.trust, "Run the programs without a sandbox: they can do whatever you can do");
  s.json("Write everything to FILE (- is standard output)");
  s.option("--csv FILE", o.csv, "Write the marks as CSV");
  s.annotations();
  s.option("--gradescope FILE", o.gradescope, "Write the marks as Gradescope's results.json")
      .excludes(assignment);
  s.flag("--fail", o.fail, "Exit with status 1 if a file does not solve its exercise").excludes(assignment);
  s.option("--reveal nothing|hazards|all", o.reveal,
           "How much a mark explains: nothing; hazards (what the compiler and the executor found); or all "
           "(the differences from the solution as well)")
      .excludes(assignment);
  s.flag("--resume", o.resume, "Continue an interrupted grading run");
  s.option("--seed NUMBER", s.raw.seed,
           "Choose the same random sizes and types as in another grading run (its JSON contains the seed)");
  s.option("--build-seconds SECONDS", o.build_seconds,
           "Wall-clock limit in seconds for compiling a file (default: 60)")
      .positive();
  s.option("--run-seconds SECONDS", o.run_seconds,
           "Wall-clock limit in seconds for all runs of a file, or for each case of a program (default: 300)")
      .positive();
}

static const Registered registered_grade{"grade", declare_grade, grade};

}  // namespace ladder::cli
