// Reads hw2.toml. This is the only file that uses the TOML library, so a build without the library lacks only
// this feature.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <set>

#include "assignment/assignment.h"
#include "os/error.h"
#include "os/files.h"
#include "pages/counted.h"
#include "practice/cpp_lexer.h"
#include "text/nearest.h"
#include "text/printable.h"

#if LADDER_HAS_TOML
#include <toml++/toml.h>
#endif

namespace ladder::assignment {

#if !LADDER_HAS_TOML

std::string no_toml() {
  return "this build cannot read TOML: install toml++ (Debian, Ubuntu: libtomlplusplus-dev), then run "
         "again";
}
Assignment read(const std::string&, const std::vector<practice::Exercise>&) { throw os::Error(no_toml()); }
std::vector<std::string> stages_in(const std::string&) { throw os::Error(no_toml()); }

#else

std::string no_toml() { return ""; }

namespace {

namespace fs = std::filesystem;

// A table in the file. Keys that were read are known; any others are mistakes.
class Reader {
 public:
  Reader(const std::string& file, const toml::table& table, std::string what)
      : file_(file), table_(table), what_(std::move(what)) {}

  [[noreturn]] void fail(const toml::source_region& where, const std::string& why) const {
    throw os::Error(fmt::format("{}:{}: {}", file_, where.begin.line, text::printable(why)));
  }
  [[noreturn]] void fail(const std::string& why) const { fail(table_.source(), why); }
  [[noreturn]] void fail_at(const std::string& key, const std::string& why) const {
    fail(table_.get(key)->source(), fmt::format("{}: {}", key, why));
  }

  bool has(const std::string& key) {
    known_.insert(key);
    return table_.contains(key);
  }
  const toml::node* node(const std::string& key) { return has(key) ? table_.get(key) : nullptr; }

  std::string text(const std::string& key, const std::string& otherwise = "") {
    const toml::node* found = node(key);
    if (found == nullptr) return otherwise;
    if (const auto* value = found->as_string()) return value->get();
    fail_at(key, "a string in quotes is expected");
  }
  double number(const std::string& key, double otherwise, const char* what) {
    const toml::node* found = node(key);
    if (found == nullptr) return otherwise;
    const std::optional<double> value = found->is_number() ? found->value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value)) fail_at(key, fmt::format("{} is expected", what));
    if (*value < 0) fail_at(key, fmt::format("{} is negative, but {} must be at least 0", *value, what));
    return *value;
  }
  bool flag(const std::string& key) {
    const toml::node* found = node(key);
    if (found == nullptr) return false;
    if (const auto* value = found->as_boolean()) return value->get();
    fail_at(key, "true or false is expected");
  }
  std::string one_of(const std::string& key, const std::vector<std::string>& words) {
    const std::string word = text(key, words[0]);
    if (std::find(words.begin(), words.end(), word) != words.end()) return word;
    fail_at(key, fmt::format("there is no \"{}\"; use {}", word, fmt::join(words, ", ")));
  }
  std::vector<std::string> texts(const std::string& key) {
    std::vector<std::string> all;
    const toml::node* found = node(key);
    if (found == nullptr) return all;
    if (!found->is_array()) fail_at(key, "a list of strings is expected: [\"…\"]");
    for (const toml::node& one : *found->as_array()) {
      if (!one.is_string()) fail(one.source(), fmt::format("{}: a string in quotes is expected", key));
      all.push_back(one.as_string()->get());
    }
    return all;
  }
  std::optional<Seconds> time(const std::string& key, int& zone) {
    const toml::node* found = node(key);
    if (found == nullptr) return std::nullopt;
    constexpr const char* kSo = "such as 2026-12-01T18:00:00+01:00";
    std::string said;
    if (const auto* value = found->as_date_time()) {
      const toml::date_time& t = value->get();
      if (!t.offset) fail_at(key, fmt::format("the time zone is missing: expected a date and time, {}", kSo));
      const int minutes = t.offset->minutes;
      said = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:{:02}", t.date.year, t.date.month,
                         t.date.day, t.time.hour, t.time.minute, t.time.second, minutes < 0 ? '-' : '+',
                         std::abs(minutes) / 60, std::abs(minutes) % 60);
    } else if (const auto* text = found->as_string()) {
      said = text->get();
    }
    const std::optional<Seconds> at = time_from(said, &zone);
    if (!at) fail_at(key, fmt::format("expected a date and time with a time zone, {}", kSo));
    return at;
  }
  std::optional<Reader> table(const std::string& key) {
    const toml::node* found = node(key);
    if (found == nullptr) return std::nullopt;
    if (!found->is_table()) fail_at(key, "a table is expected: {…}");
    return Reader(file_, *found->as_table(), what_ + "." + key);
  }
  std::vector<Reader> tables(const std::string& key) {
    std::vector<Reader> all;
    const toml::node* found = node(key);
    if (found == nullptr) return all;
    if (found->is_array())
      for (const toml::node& one : *found->as_array()) {
        if (!one.is_table()) fail(one.source(), fmt::format("[[{}]] is expected", key));
        all.emplace_back(file_, *one.as_table(), key);
      }
    else
      fail_at(key, fmt::format("write a table [[{}]] for each", key));
    return all;
  }
  // Visits all keys of the table.
  void each(const std::function<void(const std::string& key, const toml::node&)>& what) {
    for (const auto& [key, value] : table_) {
      known_.insert(std::string(key.str()));
      what(std::string(key.str()), value);
    }
  }
  std::string path(const std::string& name) const {
    return (fs::path(file_).parent_path() / name).lexically_normal().string();
  }
  std::string contents(const std::string& key, const std::string& name) const {
    try {
      return os::read_text(path(name));
    } catch (const os::Error& error) {
      fail_at(key, error.what());
    }
  }
  // Called after all known keys of this table have been read.
  void nothing_else() const {
    for (const auto& [key, value] : table_) {
      const std::string name(key.str());
      if (known_.contains(name)) continue;
      const std::vector<std::string> names(known_.begin(), known_.end());
      std::string hint = text::did_you_mean(name, names);
      if (hint.empty()) hint = fmt::format("; valid ones are {}", fmt::join(names, ", "));
      fail(key.source(),
           fmt::format("{} has no key {}{}", what_.empty() ? "an assignment" : what_, name, hint));
    }
  }

 private:
  const std::string& file_;
  const toml::table& table_;
  std::string what_;
  std::set<std::string> known_;
};

toml::table parsed(const std::string& file) {
  const std::string text = os::read_text(file);
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw os::Error(fmt::format("{}:{}: {}", file, error.source().begin.line,
                                text::printable(std::string(error.description()))));
  }
}

void check_counter(const Reader& said, const toml::node& where, const std::string& name) {
  try {
    pages::title_of(name);
  } catch (const os::Error& error) {
    said.fail(where.source(), error.what());
  }
}

Points points_of(Reader& task, const std::vector<std::string>& counters, bool program) {
  Points p;
  std::optional<Reader> said = task.table("points");
  if (!said) task.fail("points are missing: points = {builds = 1, correct = 3, clean = 2, counters = 4}");
  constexpr const char* kPoints = "a number of points";
  p.builds = said->number("builds", 0, kPoints);
  p.correct = said->number("correct", 0, kPoints);
  p.clean = said->number("clean", 0, kPoints);
  if (!program) p.reached = said->number("reached", 0, kPoints);
  const toml::node* of_counters = said->node("counters");
  if (of_counters != nullptr && of_counters->is_table()) {
    Reader each = *said->table("counters");
    each.each([&](const std::string& name, const toml::node& value) {
      if (std::find(counters.begin(), counters.end(), name) == counters.end())
        each.fail(
            value.source(),
            fmt::format("{} is not judged here{}; {}", name, text::did_you_mean(name, counters),
                        counters.empty() ? "no counter is"
                                         : fmt::format("valid ones are {}", fmt::join(counters, ", "))));
      p.each_counter[name] = each.number(name, 0, kPoints);
    });
  } else {
    p.counters = said->number("counters", 0, "a number of points, or a table with one for each counter,");
  }
  said->nothing_else();
  if (p.counters > 0 && counters.empty())
    said->fail_at("counters",
                  program ? "no counter is judged here: name the counters, as in at_most = {barriers = 100}"
                          : "no counter is judged here: give these points to reached");
  if (p.sum() <= 0) said->fail("it gives no points");
  return p;
}

Case case_of(Reader& said, const Task& task, size_t number) {
  Case c;
  c.name = said.text("name", fmt::format("case {}", number));
  c.arguments = said.texts("arguments");
  c.input = said.text("input");
  if (said.has("input_file")) {
    if (said.has("input")) said.fail_at("input_file", "the input is already given");
    c.input = said.contents("input_file", said.text("input_file"));
  }
  for (const std::string& name : said.texts("files"))
    c.files[fs::path(name).filename().string()] = said.contents("files", name);
  if (said.has("output")) c.output = said.text("output");
  if (said.has("output_file")) {
    if (c.output) said.fail_at("output_file", "the output is already given");
    c.output = said.contents("output_file", said.text("output_file"));
  }
  if (std::optional<Reader> written = said.table("writes"))
    written->each([&](const std::string& name, const toml::node& value) {
      if (name.empty() || name[0] == '.' || name.find('/') != std::string::npos)
        written->fail(value.source(), fmt::format("{}: expected a file name without a folder", name));
      if (!value.is_string()) written->fail(value.source(), name + ": expected a file name");
      c.written[name] = written->contents(name, value.as_string()->get());
    });
  c.tolerance = said.number("tolerance", 0, "a bound");
  said.nothing_else();
  if (task.points.correct > 0 && !c.output && c.written.empty())
    said.fail("the expected result is missing: output, output_file or writes");
  return c;
}

void read_program(Reader& said, Task& task) {
  task.kind = Task::Kind::program;
  task.id = said.text("program");
  if (task.id.empty()) said.fail_at("program", "a name is expected");
  task.files = said.texts("files");
  for (const std::string& name : said.texts("given"))
    task.given[fs::path(name).filename().string()] = said.contents("given", name);
  if (std::optional<Reader> most = said.table("at_most"))
    most->each([&](const std::string& name, const toml::node& value) {
      check_counter(*most, value, name);
      task.at_most[name] = most->number(name, 0, "a number");
    });
  std::vector<std::string> counters;
  for (const auto& [name, most] : task.at_most) counters.push_back(name);
  task.points = points_of(said, counters, true);
  for (Reader& one : said.tables("case")) task.cases.push_back(case_of(one, task, task.cases.size() + 1));
  if (task.cases.empty()) said.fail("a program needs a [[task.case]]");
}

void read_exercise(Reader& said, Task& task, const std::vector<practice::Exercise>& exercises) {
  const bool own = said.has("stage");
  task.kind = own ? Task::Kind::stage : Task::Kind::exercise;
  if (own) {
    const std::string file = said.text("stage");
    const std::vector<std::string> ids =
        practice::stage_ids(practice::tokens_of(said.contents("stage", file)));
    if (ids.size() != 1)
      said.fail_at("stage", fmt::format("{} has {} STAGE lines, not one", file, ids.size()));
    task.id = ids[0];
    task.stage_file = said.path(file);
    task.judged = said.texts("judged");
    if (said.has("judged"))
      for (const toml::node& name : *said.node("judged")->as_array())
        check_counter(said, name, name.as_string()->get());
    task.words = said.text("words");
    task.points = points_of(said, task.judged, false);
    return;
  }
  task.id = said.text("exercise");
  std::vector<std::string> ids;
  for (const practice::Exercise& e : exercises) {
    ids.push_back(e.id());
    if (e.id() == task.id) task.of = &e;
  }
  if (task.of == nullptr && task.id.starts_with("program/"))
    said.fail_at("exercise",
                 task.id + " is a complete program: define your own, program = \"…\" with a [[task.case]]");
  if (task.of == nullptr)
    said.fail_at("exercise", fmt::format("there is no exercise {}{} (./ladder practice lists them)", task.id,
                                         text::did_you_mean(task.id, ids)));
  task.points = points_of(said, task.of->judged, false);
}

}  // namespace

Assignment read(const std::string& file, const std::vector<practice::Exercise>& exercises) {
  const toml::table all = parsed(file);
  Assignment a;
  a.file = file;
  Reader said(a.file, all, "");
  a.title = said.text("title", fs::path(file).stem().string());
  a.deadline = said.time("deadline", a.zone);
  a.late_penalty = said.number("late_penalty", 0, "a fraction, such as 0.1,");
  if (a.late_penalty > 1) said.fail_at("late_penalty", "a fraction of the points, at most 1, is expected");
  if (said.has("late_days")) a.late_days = said.number("late_days", 0, "a number of days");
  const std::string counts = said.one_of("attempts", {"last", "first", "best"});
  a.counts = counts == "last" ? Counts::last : counts == "first" ? Counts::first : Counts::best;
  a.reveal = said.one_of("reveal", {"hazards", "nothing", "all"});
  a.slug = said.text("slug", fs::path(file).stem().string());
  for (const auto& [key, to] : {std::pair{"roster", &a.roster}, {"times", &a.times}}) {
    if (!said.has(key)) continue;
    said.contents(key, said.text(key));
    *to = said.path(said.text(key));
  }
  a.times_of_files = said.flag("times_of_files");
  for (const char* key : {"late_penalty", "late_days"})
    if (said.has(key) && !a.deadline) said.fail_at(key, "there is no deadline");
  std::set<std::string> ids;
  for (Reader& one : said.tables("task")) {
    Task task;
    const int kinds = one.has("exercise") + one.has("stage") + one.has("program");
    if (kinds != 1) {
      one.fail("a task is one of exercise = \"…\", stage = \"….cu\" and program = \"…\"");
    }
    if (one.has("program"))
      read_program(one, task);
    else
      read_exercise(one, task, exercises);
    one.nothing_else();
    if (!ids.insert(task.id).second) one.fail(fmt::format("{} occurs twice", task.id));
    a.tasks.push_back(std::move(task));
  }
  said.nothing_else();
  if (a.tasks.empty()) throw os::Error(fmt::format("{}: the assignment has no [[task]]", file));
  return a;
}

std::vector<std::string> stages_in(const std::string& file) {
  std::vector<std::string> all;
  const toml::table table = parsed(file);
  if (const toml::array* tasks = table["task"].as_array())
    for (const toml::node& task : *tasks)
      if (task.is_table())
        if (const auto stage = (*task.as_table())["stage"].value<std::string>())
          all.push_back((fs::path(file).parent_path() / *stage).lexically_normal().string());
  return all;
}

#endif

}  // namespace ladder::assignment
