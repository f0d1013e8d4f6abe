// ./ladder grade: any number of files of other people, each judged as ./ladder practice does, apart from the others
// and from everything else. docs/grading.md tells how to use it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <regex>
#include <thread>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "data/json_text.h"
#include "os/error.h"
#include "os/files.h"
#include "os/isolate.h"
#include "practice/judge.h"
#include "look/source.h"
#include "text/style.h"
#include "text/units.h"
#include "text/nearest.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace style = report::style;
using practice::Exercise;

constexpr uintmax_t kMostSource = 256 << 10;  // bytes; the longest kernel has 12,000
constexpr double kMostSeconds = 1800;         // of one submission, under any load

struct Submission {
  std::string file, text;
  const Exercise* exercise = nullptr;
  std::string refused;                 // why it was not judged
  data::Json judgement = nullptr;      // practice::to_json
  bool untouched = false;              // the starting file
  std::vector<std::string> identical;  // to other submissions, or to a rung
};

std::vector<std::string> files_of(const std::vector<std::string>& named) {
  std::vector<std::string> files;
  for (const std::string& name : named) {
    if (fs::is_directory(name)) {
      std::vector<std::string> inside;
      for (const auto& entry : fs::recursive_directory_iterator(name))
        if (entry.path().extension() == ".cu") inside.push_back(entry.path().string());
      std::sort(inside.begin(), inside.end());
      files.insert(files.end(), inside.begin(), inside.end());
    } else if (fs::exists(fs::symlink_status(name))) {
      files.push_back(name);
    } else {
      throw Failure(fmt::format("there is no {}", name));
    }
  }
  std::vector<std::string> once;
  for (const std::string& file : files)
    if (std::find(once.begin(), once.end(), file) == once.end()) once.push_back(file);
  if (once.empty()) throw Failure("no file that ends in .cu was found");
  return once;
}

const Exercise* find(const std::vector<Exercise>& all, const std::string& id) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Exercise& e) { return e.id() == id; });
  return at == all.end() ? nullptr : &*at;
}

// The id that the file's only STAGE line names.
std::string named_in(const std::string& text, std::string& refused) {
  static const std::regex line(R"re((^|\n)[ \t]*STAGE\([ \t]*"([^"\n]*)")re");
  std::vector<std::string> ids;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it) ids.push_back((*it)[2]);
  if (ids.size() == 1) return ids[0];
  refused = ids.empty() ? "it has no STAGE line"
                        : fmt::format("it has {} STAGE lines: {}", ids.size(), fmt::join(ids, ", "));
  return "";
}

Submission submission(const std::string& file, const std::vector<Exercise>& all, const Exercise* as) {
  Submission s;
  s.file = file;
  if (!fs::is_regular_file(fs::symlink_status(file))) {
    s.refused = "it is not a plain file";
    return s;
  }
  if (const uintmax_t size = fs::file_size(file); size > kMostSource) {
    s.refused = fmt::format("it has {} bytes: at most {} are read", size, kMostSource);
    return s;
  }
  s.text = os::read_text(file);
  if (s.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    s.refused = "it is empty";
    return s;
  }
  const std::string id = named_in(s.text, s.refused);
  if (!s.refused.empty()) return s;
  s.exercise = as != nullptr ? as : find(all, id);
  if (s.exercise == nullptr)
    s.refused = fmt::format("its STAGE line says {}, and that is no exercise", id);
  else if (id != s.exercise->id())
    s.refused = fmt::format("its STAGE line says {}, and not {}", id, s.exercise->id());
  return s;
}

std::string published(const Exercise& e) { return practice::answered_text(e, *e.solution, ""); }

void find_identical(std::vector<Submission>& all) {
  for (Submission& s : all) {
    if (s.exercise == nullptr) continue;
    s.untouched = practice::same_program(s.text, practice::starting_text(*s.exercise, ""));
    if (practice::same_program(s.text, published(*s.exercise)))
      s.identical.push_back(s.exercise->solution->id);
    for (const Submission& other : all)
      if (&other != &s && other.exercise == s.exercise && practice::same_program(s.text, other.text))
        s.identical.push_back(other.file);
  }
}

void judge_all(std::vector<Submission>& all, bool trust, bool quiet) {
  std::vector<os::Work> work;
  std::vector<Submission*> whose;
  for (Submission& s : all) {
    if (!s.refused.empty()) continue;
    whose.push_back(&s);
    work.emplace_back([&s, trust](const auto&...) {
      return practice::to_json(practice::judge_text(*s.exercise, s.text, trust))
          .dump(-1, ' ', false, data::Json::error_handler_t::replace);
    });
  }
  TerminalProgress progress(quiet);
  size_t done = 0;
  const auto finished = [&](size_t i, const os::Outcome& outcome) {
    if (outcome.finished())
      whose[i]->judgement = data::parse_json(outcome.result, whose[i]->file);
    else
      whose[i]->refused = "it could not be judged: " + outcome.error;
    progress.update(whose[i]->file, ++done, work.size());
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  os::run_isolated(work, {.at_once = cores, .silent_seconds = kMostSeconds},
                   {.done = finished, .report = {}});
}

struct Marks {
  bool built = false, correct = false, clean = false, reached = false;
  size_t targets = 0, hit = 0, better = 0;
  std::string reason;
};
Marks marks_of(const Submission& s) {
  Marks m;
  m.reason = s.refused;
  if (s.judgement.is_null()) return m;
  m.reached = s.judgement.at("reached");
  for (const data::Json& step : s.judgement.at("steps")) {
    const std::string what = step.at("what"), text = step.at("text");
    const bool good = step.at("good");
    if (what == "builds") m.built = good;
    if (what == "few_sizes" || what == "every_size") {
      m.clean = good;
      m.correct = step.at("right");
    }
    if (what == "counter") {
      ++m.targets;
      m.hit += good;
      m.better += static_cast<bool>(step.at("better"));
    }
    if (good || !m.reason.empty()) continue;
    m.reason = text;
    if (step.contains("details") && !step.at("details").empty()) {
      std::vector<std::string> lines = step.at("details");
      // A compiler's message begins with what led to it.
      const auto error = std::find_if(lines.begin(), lines.end(), [](const std::string& l) {
        return l.find("error: ") != std::string::npos;
      });
      m.reason += ": " + (error != lines.end() ? *error : lines[0]);
    }
  }
  if (s.untouched && !m.reached)
    m.reason = "the starting file, unchanged" + (m.reason.empty() ? "" : ": " + m.reason);
  return m;
}

data::Json json_of(const std::vector<Submission>& all) {
  data::Json rows = data::Json::array();
  for (const Submission& s : all) {
    const Marks m = marks_of(s);
    data::Json row = {{"file", s.file},
                      {"id", s.exercise == nullptr ? data::Json(nullptr) : data::Json(s.exercise->id())},
                      {"judged", !s.judgement.is_null()},
                      {"reached", m.reached},
                      {"built", m.built},
                      {"correct", m.correct},
                      {"clean", m.clean},
                      {"targets", m.targets},
                      {"targets_reached", m.hit},
                      {"targets_bettered", m.better},
                      {"reason", m.reason.empty() ? data::Json(nullptr) : data::Json(m.reason)},
                      {"identical_to", s.identical},
                      {"steps", s.judgement.is_null() ? data::Json::array() : s.judgement.at("steps")}};
    rows.push_back(row);
  }
  return {{"grade_version", 1}, {"submissions", rows}};
}

std::string quoted(const std::string& text) {  // CSV
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_of(const std::vector<Submission>& all) {
  std::string out =
      "file,id,judged,reached,built,correct,clean,targets,targets_reached,targets_bettered,reason,identical_"
      "to\n";
  for (const Submission& s : all) {
    const Marks m = marks_of(s);
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", quoted(s.file),
                       s.exercise == nullptr ? "" : s.exercise->id(), !s.judgement.is_null(), m.reached,
                       m.built, m.correct, m.clean, m.targets, m.hit, m.better, quoted(m.reason),
                       quoted(fmt::format("{}", fmt::join(s.identical, " "))));
  }
  return out;
}

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t')
      out += c;
  }
  return out;
}

std::string junit_of(const std::vector<Submission>& all) {
  std::string cases;
  size_t failures = 0;
  for (const Submission& s : all) {
    const Marks m = marks_of(s);
    failures += !m.reached;
    cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\"",
                         s.exercise == nullptr ? "" : s.exercise->id(), xml(s.file));
    cases +=
        m.reached ? "/>\n" : fmt::format(">\n    <failure message=\"{}\"/>\n  </testcase>\n", xml(m.reason));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"ladder grade\" tests=\"{}\" "
      "failures=\"{}\">\n{}</testsuite>\n",
      all.size(), failures, cases);
}

void print_table(const Options& o, const std::vector<Submission>& all) {
  const bool colour = colour_wanted(o.no_color);
  size_t width = 10, reached = 0;
  for (const Submission& s : all) width = std::clamp(s.file.size(), width, size_t{40});
  fmt::print("{:<{}}  built  right  clean  targets  reached\n", "file", width);
  for (const Submission& s : all) {
    const Marks m = marks_of(s);
    reached += m.reached;
    const auto mark = [](bool good) { return good ? "✓" : "✗"; };
    fmt::print("{:<{}}  {}      {}      {}      {:<7}  {}{}\n", s.file, width, mark(m.built), mark(m.correct),
               mark(m.clean), m.targets == 0 ? "-" : fmt::format("{}/{}", m.hit, m.targets),
               report::styled(colour, m.reached ? style::good : style::bad, mark(m.reached)),
               m.better > 0 ? fmt::format(" (better than the rung: {})", m.better) : "");
    std::vector<std::string> remarks;
    if (!m.reason.empty()) remarks.push_back(m.reason);
    if (!s.identical.empty()) remarks.push_back(fmt::format("identical to {}", fmt::join(s.identical, ", ")));
    for (const std::string& remark : remarks)
      for (const std::string& line : report::wrapped(remark, table_columns() - 4))
        fmt::print("    {}\n", line);
  }
  fmt::print("{} of {} reached.\n", reached, all.size());
}

}  // namespace

int grade(const Options& o) {
  for (const std::string& file : {o.json, o.csv, o.junit})
    if (!file.empty()) os::check_writable(file);
  const std::vector<Exercise> exercises = practice::exercises();
  const Exercise* as = nullptr;
  if (!o.as.empty() && (as = find(exercises, o.as)) == nullptr) {
    std::vector<std::string> ids;
    for (const Exercise& e : exercises) ids.push_back(e.id());
    throw Failure(fmt::format("--as {}: there is no such exercise{} (./ladder practice lists them)", o.as,
                              stage::did_you_mean(o.as, ids)));
  }
  const std::vector<std::string> files = files_of(o.ids);
  if (!o.trust)
    if (const std::string why = practice::no_confinement(); !why.empty())
      throw Failure(fmt::format(
          "grade runs other people's programs, and must confine them: {}. --trust runs them without, "
          "with all that you may do",
          why));
  std::vector<Submission> all;
  for (const std::string& file : files) all.push_back(submission(file, exercises, as));
  find_identical(all);
  judge_all(all, o.trust, o.quiet);
  if (!o.json.empty()) os::write_text(o.json, data::dump_json(json_of(all)));
  if (!o.csv.empty()) os::write_text(o.csv, csv_of(all));
  if (!o.junit.empty()) os::write_text(o.junit, junit_of(all));
  if (!o.quiet && !o.writes_to_stdout()) print_table(o, all);
  return good;
}

}  // namespace cli
