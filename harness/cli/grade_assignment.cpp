// ./ladder grade --assignment hw2.toml FOLDER: grades the submissions of a class, with points for each part, a
// page for each student and one for the class. docs/assignment.md explains how to use it.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "assignment/archive.h"
#include "assignment/assignment.h"
#include "assignment/handed_in.h"
#include "assignment/program_cases.h"
#include "assignment/results.h"
#include "cli/backend.h"
#include "cli/exit.h"
#include "cli/grade.h"
#include "cli/terminal.h"
#include "look/hazards_and_counters.h"
#include "os/error.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/build.h"
#include "practice/targets.h"
#include "practice/cpp_lexer.h"
#include "text/style.h"
#include "text/units.h"
#include "toolchain/toolchain.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
namespace style = text::style;
using assignment::Assignment;
using assignment::Attempt;
using assignment::Results;
using assignment::StudentResult;
using assignment::Task;
using assignment::TaskResult;

// --- the instructor's own stages ---

const stage::Stage* own_stage(const std::string& file) {
  const std::string path = fs::absolute(file).lexically_normal().string();
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt))
    if (fs::path(s->file).lexically_normal() == path || os::in_repository(s->file) == path) return s;
  return nullptr;
}

// Continues in a copy of this program that includes these stages. The copy is in the same folder, where it
// finds the files with which submissions are linked.
void go_on_with_stages(const Options& o, const std::vector<std::string>& files) {
  constexpr const char* kName = "ladder-with-";
  if (std::all_of(files.begin(), files.end(), own_stage)) return;
  std::string all = std::to_string(fs::last_write_time("/proc/self/exe").time_since_epoch().count());
  std::vector<std::string> paths;
  for (const std::string& file : files) {
    paths.push_back(fs::absolute(file).lexically_normal().string());
    for (const char* folder : {"/kernels/", "/harness/"})  // paths to these are shortened (os/repository.h)
      if (paths.back().find(folder) != std::string::npos)
        throw Failure(fmt::format(
            "{}: files in a folder named {} are treated as the project's own: move this file elsewhere", file,
            folder));
    all += "\n" + paths.back() + "\n" + os::read_text(file);
  }
  const fs::path program =
      fs::path(os::program_folder()) / fmt::format("{}{:016x}", kName, std::hash<std::string>()(all));
  if (!fs::exists(program)) {
    if (access(os::program_folder().c_str(), W_OK) != 0)
      throw Failure(
          fmt::format("your own stages are linked in {}, which you cannot write to: "
                      "LADDER_BUILD=FOLDER ./ladder … builds in another folder",
                      os::program_folder()));
    const os::CatchInterrupts interrupts;
    const toolchain::BuildFolder folder("own/build");
    const std::string said = practice::link_into("ladder", paths, folder);
    if (!said.empty()) throw Failure(fmt::format("{} does not build\n{}", files[0], said));
    for (const fs::directory_entry& old : fs::directory_iterator(os::program_folder()))
      if (old.path().filename().string().starts_with(kName)) fs::remove(old.path());
    fs::rename(folder.path() + "/ladder", program);
  }
  std::vector<std::string> arguments = o.typed;
  std::string path = program.string();
  std::vector<char*> words = {path.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::fflush(nullptr);
  execv(path.c_str(), words.data());
  throw os::Error(fmt::format("{} cannot be started: {}", path, std::strerror(errno)));
}

// Records the stage's counts on this machine, which become its targets.
void count(const stage::Stage& s, const Options& o) {
  const look::Job job{&s, look::case_of(s, {})};
  TerminalProgress progress(o.quiet);
  const look::Seen seen =
      look::counters(std::span(&job, 1), {.counters = true, .hazards = false}, o.timeout, progress).at(0);
  if (!seen.right() || !seen.counted())
    throw Failure(fmt::format("{}: the stage itself is wrong; ./ladder check shows how", s.file));
  bench::Result row = seen.row;
  row.counters = seen.observed.observation.counters;
  row.bytes = seen.observed.algorithm_bytes;
  practice::record(std::move(row));
}

void complete_stages(Assignment& a, const Options& o, std::deque<practice::Exercise>& own) {
  for (Task& task : a.tasks) {
    if (task.kind != Task::Kind::stage) continue;
    const stage::Stage* rung = own_stage(task.stage_file);
    if (rung == nullptr) throw Failure(fmt::format("{}: it registers no stage", task.stage_file));
    const stage::Stage* from = stage::find_stage(stage::Build::simt, rung->after);
    if (from == nullptr)
      throw Failure(fmt::format(
          "{}: its STAGE line lacks .after(\"…\"), which names the stage that students start from",
          task.stage_file));
    count(*rung, o);
    practice::Exercise e;
    e.rung = e.solution = rung;
    e.from = from;
    e.judged = task.judged;
    e.task = task.words.empty() ? rung->idea : task.words;
    task.of = &own.emplace_back(std::move(e));
  }
}

// --- who submitted what ---

// The settings of an untrusted repository can name programs to run, so git runs in a sandbox, where such
// programs can do no harm.
std::optional<assignment::Seconds> commit_time(const std::string& folder, bool trust) {
  const std::vector<std::string> git = {"git", "-c", "safe.directory=*", "-C", fs::absolute(folder).string(),
                                        "log", "-1", "--format=%cI"};
  const toolchain::BuildFolder scratch("practice");
  const practice::Command command =
      trust ? practice::Command{git} : practice::confined_tool(git, scratch.path(), folder);
  os::Running running;
  running.empty_environment = command.empty_environment;
  running.most_seconds = 20;
  const os::Ended ended = os::run_programs({command.words}, running).at(0);
  return ended.status == 0 ? assignment::time_from(ended.output) : std::nullopt;
}

struct Chosen {  // a submission and its author
  size_t student, task, attempt;
};

// The attempts to judge for each student and task: the attempt that counts or, if the best one counts, all of
// them.
std::vector<Chosen> entries_of(const assignment::HandedIn& all, const Assignment& a) {
  std::vector<Chosen> entries;
  for (size_t s = 0; s < all.students.size(); ++s)
    for (size_t t = 0; t < a.tasks.size(); ++t) {
      const size_t count = all.students[s].attempts[t].size();
      for (size_t i = 0; i < count; ++i)
        if (a.counts == assignment::Counts::best ||
            i == (a.counts == assignment::Counts::first ? 0 : count - 1))
          entries.push_back({s, t, i});
    }
  return entries;
}

std::string who(const assignment::Student& s) { return clean_line(s.name.empty() ? s.id : s.name); }

Submission submission_of(const assignment::Student& student, const Task& task, const Attempt& attempt,
                         const Options& o) {
  Submission s;
  s.file = student.id + "/" + attempt.file;
  s.shown = clean_line(who(student) + ": " + attempt.file);
  s.name = name_for_compiler(assignment::without_endings(attempt.file) + ".cu");
  s.text = attempt.text;
  s.refused = attempt.refused;
  s.exercise = task.of;
  if (task.of != nullptr) return s;
  std::string cases;  // everything on which a judgement depends
  for (const assignment::Case& one : task.cases) {
    for (const std::string& word : one.arguments) cases += word + "\n";
    cases +=
        one.name + "\n" + one.input + "\n" + one.output.value_or("") + fmt::format("\n{}\n", one.tolerance);
    for (const auto* files : {&one.files, &one.written})
      for (const auto& [name, text] : *files) cases += name + "\n" + text;
  }
  for (const auto* files : {&task.given, &attempt.beside})
    for (const auto& [name, text] : *files) cases += name + "\n" + text;
  for (const auto& [name, most] : task.at_most) cases += fmt::format("{} {}\n", name, most);
  s.judged_by = task.id + "\n" + cases;
  s.compared_as = task.id;
  for (const auto& [name, text] : task.given) s.known.push_back(text);
  s.judge = [&task, &attempt, name = s.name, trust = o.trust](const practice::Judging& how) {
    return assignment::judge_program(task, name, attempt.text, attempt.beside, trust, how);
  };
  return s;
}

// --- results ---

TaskResult result_of(const Submission& s, const Task& task, const assignment::Student& student,
                     size_t attempt, const Assignment& a, Reveal reveal) {
  TaskResult r;
  r.task = &task;
  const std::vector<Attempt>& its = student.attempts.at(static_cast<size_t>(&task - a.tasks.data()));
  r.attempt = its.at(attempt);
  r.attempt.text = clean(r.attempt.text);
  r.called = s.name;
  r.number = attempt + 1;
  r.of = its.size();
  r.judged = !s.judgement.is_null();
  r.trouble = s.trouble;
  r.reason = marks_of(s, reveal).reason;
  if (s.untouched) r.reason = "the starting file, unchanged";
  r.reached = r.judged && s.judgement.at("reached").get<bool>();
  r.steps = steps_of(s, reveal);
  r.all_steps = steps_of(s, Reveal::all);
  r.untouched = s.untouched;
  r.parts = assignment::parts_of(task, s.judgement, s.untouched);
  assignment::add_up(r, a, student);
  return r;
}

TaskResult nothing_for(const Task& task, const Assignment& a, const assignment::Student& student) {
  TaskResult r;
  r.task = &task;
  r.parts = assignment::parts_of(task, nullptr, false);
  assignment::add_up(r, a, student);
  return r;
}

// Students with the same program form a group. Groups whose programs differ only in names form a family.
struct Family {
  size_t task = 0;
  bool solution = false;
  std::map<std::string, std::vector<StudentResult*>> groups;  // by program
  size_t students() const {
    size_t all = 0;
    for (const auto& [program, whose] : groups) all += whose.size();
    return all;
  }
};

bool all_together(const std::vector<StudentResult*>& whose) {
  return std::all_of(whose.begin(), whose.end(), [&](const StudentResult* s) {
    return s == whose[0] || assignment::handed_in_together(*s->student, *whose[0]->student);
  });
}

std::vector<Family> families_of(Results& all, size_t task) {
  const Task& its = all.assignment->tasks[task];
  const std::string solution =
      its.of == nullptr
          ? ""
          : practice::program_but_for_names(practice::answered_text(*its.of, *its.of->solution, ""));
  std::map<std::string, Family> families;
  for (StudentResult& s : all.students) {
    const TaskResult& r = s.tasks[task];
    if (r.of == 0 || r.attempt.text.empty() || r.untouched) continue;
    const std::string but_for_names = practice::program_but_for_names(r.attempt.text);
    Family& family = families[but_for_names];
    family.task = task;
    family.solution = but_for_names == solution;
    family.groups[practice::program_of(r.attempt.text)].push_back(&s);
  }
  std::vector<Family> several;
  for (auto& [words, family] : families) {
    std::vector<StudentResult*> everybody;
    for (const auto& [program, whose] : family.groups)
      everybody.insert(everybody.end(), whose.begin(), whose.end());
    if (!all_together(everybody)) several.push_back(std::move(family));
  }
  // Families that match the solution come last, because many students find it independently.
  std::stable_sort(several.begin(), several.end(), [](const Family& a, const Family& b) {
    return std::pair(a.solution, b.students()) < std::pair(b.solution, a.students());
  });
  return several;
}

// Finds the groups and families, and the pairs of similar programs.
void compare(Results& all, const Graded& graded, const std::vector<Chosen>& entries) {
  const auto student = [&](size_t i) -> const assignment::Student& { return *all.students[i].student; };
  const auto name = [&](const assignment::Student& s) {
    return clean_line(assignment::shown_name(*all.handed_in, s));
  };
  std::map<std::pair<const StudentResult*, size_t>, size_t> family_of;  // by student and task
  size_t number = 0, families = 0;
  for (size_t t = 0; t < all.assignment->tasks.size(); ++t) {
    for (const Family& family : families_of(all, t)) {
      ++families;
      std::vector<std::vector<StudentResult*>> groups;
      for (const auto& [program, whose] : family.groups) groups.push_back(whose);
      std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
        return std::pair(b.size(), a[0]) < std::pair(a.size(), b[0]);
      });
      const size_t first = number + 1, last = number + groups.size();
      for (const std::vector<StudentResult*>& whose : groups) {
        assignment::Group& group = all.groups.emplace_back();
        group.number = ++number, group.task = t, group.solution = family.solution;
        for (size_t other = first; other <= last; ++other)
          if (other != number) group.renamed.push_back(other);
        for (StudentResult* s : whose) {
          s->tasks[t].group = number;
          if (!all_together(whose)) s->tasks[t].same = number;
          family_of[{s, t}] = families;
          group.students.push_back(name(*s->student));
        }
      }
    }
    const Task& task = all.assignment->tasks[t];
    const auto compared = graded.compared.find(task.of != nullptr ? task.of->id() : task.id);
    all.compared.push_back(compared == graded.compared.end()
                               ? assignment::Compared()
                               : assignment::Compared{compared->second.files, compared->second.too_little});
  }
  all.more_pairs = graded.more_pairs;
  std::set<std::tuple<size_t, size_t, size_t>> told;
  for (const Alike& pair : graded.pairs) {
    const size_t one = entries[pair.first].student, other = entries[pair.second].student,
                 task = entries[pair.first].task;
    if (one == other || assignment::handed_in_together(student(one), student(other)) ||
        !told.insert({std::min(one, other), std::max(one, other), task}).second)
      continue;
    const auto family = [&](size_t who) {
      const auto found = family_of.find({&all.students[who], task});
      return found == family_of.end() ? 0 : found->second;
    };
    all.pairs.push_back({name(student(one)), name(student(other)), all.assignment->tasks[task].id,
                         pair.likeness, family(one) > 0 && family(one) == family(other)});
  }
}

Results results_of(const Assignment& a, const assignment::HandedIn& handed_in, const Graded& graded,
                   const std::vector<Chosen>& entries) {
  Results all;
  all.assignment = &a;
  all.handed_in = &handed_in;
  all.seed = graded.seed;
  all.made_by = "Warp Ladder, " + this_commit();
  const Reveal reveal = graded.reveal;
  for (size_t s = 0; s < handed_in.students.size(); ++s) {
    StudentResult& student = all.students.emplace_back();
    student.student = &handed_in.students[s];
    for (size_t t = 0; t < a.tasks.size(); ++t) {
      std::optional<TaskResult> best;
      for (size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].student != s || entries[i].task != t) continue;
        TaskResult r =
            result_of(graded.submissions[i], a.tasks[t], *student.student, entries[i].attempt, a, reveal);
        // (If an attempt could not be judged, the best attempt is not known.)
        if (!best || (best->trouble.empty() && (r.points > best->points || !r.trouble.empty())))
          best = std::move(r);
      }
      student.tasks.push_back(best ? std::move(*best) : nothing_for(a.tasks[t], a, *student.student));
      student.points += student.tasks.back().points;
      student.trouble = student.trouble || !student.tasks.back().trouble.empty();
    }
  }
  compare(all, graded, entries);
  return all;
}

// --- output ---

// A unique file name, such as "ada_lovelace".
std::string page_name(const assignment::Student& s, std::set<std::string>& taken) {
  std::string name;
  for (const char c : s.id)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '_';
  if (name.empty()) name = "_";
  std::string free = name;
  for (size_t i = 2; !taken.insert(free).second; ++i) free = fmt::format("{}_{}", name, i);
  return free + ".html";
}

void name_pages(const Options& o, Results& all) {
  std::set<std::string> taken;
  for (StudentResult& s : all.students) s.page = page_name(*s.student, taken);
  if (!o.feedback.empty())
    all.feedback = fs::absolute(o.feedback)
                       .lexically_normal()
                       .lexically_relative(fs::absolute(o.class_page).lexically_normal().parent_path())
                       .string();
}

void write_all(const Options& o, const Results& all) {
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(assignment::json_of(all)));
  if (!o.csv.empty()) os::write_text(o.csv, assignment::csv_of(all));
  if (!o.moodle.empty()) {
    os::write_text(o.moodle, assignment::moodle_of(all));
    const auto unknown = std::count_if(all.students.begin(), all.students.end(),
                                       [](const StudentResult& s) { return s.student->moodle_id.empty(); });
    if (unknown > 0)
      fmt::print(stderr,
                 "ladder: {}: for {} of {} students, the Identifier is empty: their Moodle numbers are "
                 "neither in folder names nor in the roster\n",
                 o.moodle, unknown, all.students.size());
  }
  if (!o.canvas.empty()) {
    os::write_text(o.canvas, assignment::canvas_of(all));
    const auto unknown = std::count_if(all.students.begin(), all.students.end(), [](const StudentResult& s) {
      return s.student->canvas_id.empty() && assignment::sis_id(*s.student).empty();
    });
    if (unknown > 0)
      fmt::print(stderr,
                 "ladder: {}: for {} of {} students, both ID and SIS User ID are empty: only Moodle's "
                 "numbers are known\n",
                 o.canvas, unknown, all.students.size());
  }
  if (!o.class_page.empty()) os::write_text(o.class_page, assignment::class_page(all));
  if (o.feedback.empty()) return;
  std::map<std::string, std::string> for_moodle;
  for (const StudentResult& s : all.students) {
    const std::string page = assignment::feedback_page(all, s);
    os::write_text((fs::path(o.feedback) / s.page).string(), page);
    if (!s.student->moodle_id.empty()) for_moodle[assignment::feedback_path(*s.student)] = page;
  }
  if (const std::string zip = assignment::zipped(for_moodle); !for_moodle.empty() && !zip.empty())
    os::write_text((fs::path(o.feedback) / "feedback.zip").string(), zip);
}

void hand_out(const Assignment& a, const std::string& folder) {
  fs::create_directories(folder);
  for (const Task& task : a.tasks) {
    if (task.of == nullptr) continue;
    std::string name = task.id.substr(task.id.find('/') + 1) + ".cu";
    const std::string file = (fs::path(folder) / name).string();
    if (fs::exists(file)) throw Failure(fmt::format("{} already exists", file));
    os::write_text(file, practice::starting_text(*task.of, name));
    fmt::print("{}\n", file);
  }
}

class Rows {
 public:
  Rows(const Options& o, const assignment::HandedIn& all)
      : shown_(!o.quiet && !o.writes_to_stdout()), colour_(colour_wanted(o.no_color)) {
    for (const assignment::Student& s : all.students) width_ = std::clamp(who(s).size(), width_, size_t{30});
    if (!shown_) return;
    const auto handed_in = std::count_if(all.students.begin(), all.students.end(),
                                         [](const auto& s) { return !s.items.empty(); });
    fmt::print("{} student{} handed in files{}.\n", handed_in, handed_in == 1 ? "" : "s",
               all.platform.empty() ? "" : fmt::format(" (layout: {})", all.platform));
    std::fflush(stdout);
  }
  void add(const StudentResult& s, const Assignment& a) const {
    if (!shown_) return;
    const std::string points = s.trouble ? "·" : assignment::shown_points(s.points);
    const auto& colour = s.points >= a.points() ? style::good : s.points == 0 ? style::bad : style::warn;
    fmt::print("{:<{}}  {}", who(*s.student), width_,
               text::styled(colour_, colour, fmt::format("{:>6}", points)));
    for (const TaskResult& r : s.tasks)
      fmt::print("  {} {}{}", r.task->id,
                 r.of == 0            ? "–"
                 : !r.trouble.empty() ? "·"
                                      : assignment::shown_points(r.points),
                 r.days_late > 0 ? fmt::format(" ({})", assignment::late_text(r)) : "");
    fmt::print("\n");
    for (const TaskResult& r : s.tasks)
      if (!r.reason.empty())
        for (const std::string& line : text::wrapped(r.reason, table_columns() - 4))
          fmt::print("    {}\n", line);
  }
  void end(const Results& all) const {
    if (!shown_) return;
    double sum = 0;
    size_t none = 0, known = 0;
    for (const StudentResult& s : all.students) {
      if (!s.trouble) sum += s.points, ++known;
      none += std::all_of(s.tasks.begin(), s.tasks.end(), [](const TaskResult& r) { return r.of == 0; });
    }
    fmt::print(
        "{} students, {} of them with nothing to judge; mean {} of {} points. The random choices are "
        "determined by --seed {}.\n",
        all.students.size(), none,
        assignment::shown_points(sum / static_cast<double>(std::max<size_t>(1, known))),
        assignment::shown_points(all.assignment->points()), all.seed);
    for (const std::string& remark : all.handed_in->remarks) fmt::print("  {}\n", clean_line(remark));
  }

 private:
  bool shown_, colour_;
  size_t width_ = 8;
};

}  // namespace

int grade_assignment(const Options& o) {
  if (const std::string why = assignment::no_toml(); !why.empty()) throw Failure(why);
  if (o.hand_out.empty() && o.ids.size() != 1)
    throw Failure("--assignment: expected one folder or one archive with the submissions of the class");
  go_on_with_stages(o, assignment::stages_in(o.assignment));
  for (const std::string& file : {o.json, o.csv, o.moodle, o.canvas, o.class_page})
    if (!file.empty()) os::check_writable(file);
  std::map<std::string, std::string> broken;
  const std::vector<practice::Exercise> exercises = practice::exercises(os::repository(), &broken);
  std::deque<practice::Exercise> own;
  Assignment a = assignment::read(o.assignment, exercises);
  complete_stages(a, o, own);
  if (!o.hand_out.empty()) {
    hand_out(a, o.hand_out);
    return good;
  }
  check_confinement(o);
  assignment::HandedIn handed_in = assignment::handed_in(
      o.ids[0], a, [&](const std::string& folder) { return commit_time(folder, o.trust); });
  assignment::sort_by_task(handed_in, a);
  if (!o.feedback.empty()) fs::create_directories(o.feedback);
  const std::vector<Chosen> entries = entries_of(handed_in, a);
  Graded graded;
  graded.reveal = reveal_of(a.reveal);
  for (const Chosen& e : entries) {
    const assignment::Student& student = handed_in.students[e.student];
    graded.submissions.push_back(
        submission_of(student, a.tasks[e.task], student.attempts[e.task][e.attempt], o));
  }
  const Rows rows(o, handed_in);
  const Judged judged = judge_submissions(o, graded, true, [](const Submission&) {});
  if (judged.interrupted) return interrupted;
  Results all = results_of(a, handed_in, graded, entries);
  name_pages(o, all);
  try {
    write_all(o, all);
  } catch (const std::exception& error) {
    throw Failure(
        not_judged,
        fmt::format("the marks were not written: {}. ./ladder grade … --resume writes them", error.what()));
  }
  for (const StudentResult& s : all.students) rows.add(s, a);
  rows.end(all);
  for (const Submission& s : graded.submissions)
    if (!s.trouble.empty()) {
      fmt::print(stderr,
                 "ladder: {} (and perhaps others) could not be judged: {}. ./ladder grade … --resume judges "
                 "the remaining files\n",
                 s.shown, s.trouble);
      return not_judged;
    }
  judged.forget();
  return good;
}

}  // namespace ladder::cli
