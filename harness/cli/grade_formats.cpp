// The output files of ./ladder grade.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>

#include "assignment/csv.h"
#include "cli/annotations.h"
#include "cli/exit.h"
#include "cli/grade.h"
#include "os/repository.h"
#include "practice/diagnosis.h"
#include "text/printable.h"

namespace ladder::cli {
std::string clean(const std::string& text) { return text::printable(text); }

std::string clean_line(const std::string& text) {
  std::string line = clean(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

Reveal reveal_of(const std::string& word) {
  if (word == "nothing") return Reveal::nothing;
  if (word == "hazards") return Reveal::hazards;
  if (word == "all") return Reveal::all;
  throw Failure(fmt::format("--reveal {}: must be nothing, hazards or all", clean_line(word)));
}

namespace {

// A line in a form that is identical in every grading with the same seed: memory addresses and the amount of
// free memory vary, so they are removed.
std::string steady(const std::string& text) {
  static const std::regex address("0x[0-9a-f]{5,}"), free(", [0-9.]+( [KMGT]iB)? free");
  const std::string line = clean_line(text);
  return std::regex_replace(std::regex_replace(line, address, "0x…"), free, "");
}

// The explanations of a step that may be revealed. A compiler warning comes after the findings.
findings::Findings told_of(const data::Json& step, Reveal reveal) {
  findings::Findings found;
  if (reveal == Reveal::nothing || !step.contains("findings")) return found;
  found = data::from_json<findings::Findings>({&step.at("findings"), "findings"});
  // (After a timeout, the line at which the kernel was stopped varies from run to run; the loop around it does
  // not.)
  if (data::from_json<findings::Evidence>({&step.at("evidence"), "evidence"}).root().text("verdict") ==
      "timeout")
    std::erase_if(found, [](const findings::Evidence& e) {
      return !e.is(findings::Cause::kernel_time_limit) && !practice::compares_with_solution(e);
    });
  for (findings::Evidence& e : found)
    for_each_fact<std::string>(e, [](std::string& text) { text = steady(text); });
  if (reveal != Reveal::all) {
    for (findings::Evidence& e : found) e = practice::without_cure(e);
    std::erase_if(found, [](const findings::Evidence& e) {
      return practice::compares_with_solution(e) || e.is(findings::Cause::output_expected);
    });
  }
  std::stable_partition(found.begin(), found.end(),
                        [](const findings::Evidence& e) { return !e.is(findings::Cause::compiler_warns); });
  return found;
}

// The message about a failed step. For wrong output, it includes the expected output, or a note that this
// output is not shown.
findings::Evidence said_of(const data::Json& step, Reveal reveal) {
  auto said = data::from_json<findings::Evidence>({&step.at("evidence"), "evidence"});
  if (step.contains("findings"))
    for (const auto& e : data::from_json<findings::Findings>({&step.at("findings"), "findings"}))
      if (e.is(findings::Cause::output_expected))
        said.root().add(reveal == Reveal::all ? findings::Fact("expected", e.text("expected"))
                                              : findings::Fact("hidden", 1));
  return said;
}

std::vector<std::string> lines_of(const findings::Findings& found) {
  std::vector<std::string> lines;
  for (const findings::Evidence& e : found) lines.push_back(text_of(e));
  return lines;
}

}  // namespace

Marks marks_of(const Submission& s, Reveal reveal) {
  Marks m;
  m.reason = s.refused;
  if (!s.trouble.empty()) m.reason = "not judged: " + s.trouble;
  m.reason = clean_line(m.reason);
  if (s.judgement.is_null()) return m;
  m.reached = s.judgement.at("reached");
  bool tried = false;  // the answer has been tried at a few sizes
  for (const data::Json& step : s.judgement.at("steps")) {
    const std::string what = step.at("what");
    const bool good = step.at("good");
    if (what == "builds") m.built = good;
    if (what == "few_sizes" || what == "every_size") {
      m.clean = good && (m.clean || !tried);
      m.correct = step.at("right").get<bool>() && (m.correct || !tried);
      tried = true;
    }
    if (what == "counter" && step.contains("counter")) {
      ++m.targets;
      m.hit += good;
      m.better += static_cast<bool>(step.at("better"));
    }
    if (good || !m.reason.empty()) continue;
    m.reason = steady(text_of(said_of(step, reveal)));
    findings::Findings found = told_of(step, reveal);
    std::erase_if(found, [](const findings::Evidence& e) { return e.is(findings::Cause::output_expected); });
    if (found.empty()) continue;
    const std::vector<std::string> lines = lines_of(found);
    // A compiler message begins with the lines that lead to the error.
    const auto error = std::find_if(lines.begin(), lines.end(), [](const std::string& l) {
      return l.find("error: ") != std::string::npos || l.find("Error: ") != std::string::npos;
    });
    m.reason += ": " + (error != lines.end() ? *error : lines[0]);
    // The first line may say only how the text differs from the solution; the effect is in the next line.
    const bool compared = error == lines.end() && practice::compares_with_solution(found[0]);
    if (compared && lines.size() > 1 &&
        !found[1].is_one_of({findings::Cause::place, findings::Cause::table_row}))
      m.reason += "; " + lines[1];
  }
  if (s.untouched && !m.reached)
    m.reason = "the starting file, unchanged" + (m.reason.empty() ? "" : ": " + m.reason);
  constexpr size_t kMostReason = 1000;
  if (m.reason.size() > kMostReason) m.reason = clean(m.reason.substr(0, kMostReason)) + "…";
  return m;
}

namespace {

std::string id_of(const Submission& s) { return s.exercise == nullptr ? "" : s.exercise->id(); }

}  // namespace

data::Json steps_of(const Submission& s, Reveal reveal) {
  if (s.judgement.is_null()) return data::Json::array();
  data::Json steps = s.judgement.at("steps");
  for (data::Json& step : steps) {
    const findings::Findings found = told_of(step, reveal);
    const std::vector<std::string> lines = lines_of(found);
    const findings::Evidence said = said_of(step, reveal);
    step["text"] = steady(text_of(said));
    step["evidence"] = data::to_json(said);
    step.erase("details");
    step.erase("findings");
    if (lines.empty()) continue;
    step["details"] = lines;
    step["findings"] = data::to_json(found);
  }
  return steps;
}

data::Json json_of(const Graded& graded) {
  data::Json rows = data::Json::array(), pairs = data::Json::array();
  for (const Submission& s : graded.submissions) {
    const Marks m = marks_of(s, graded.reveal);
    const auto mark = [&](const data::Json& value) {
      return s.trouble.empty() ? value : data::Json(nullptr);
    };
    rows.push_back({{"file", s.shown},
                    {"id", s.exercise == nullptr ? data::Json(nullptr) : data::Json(s.exercise->id())},
                    {"judged", !s.judgement.is_null()},
                    {"reached", mark(m.reached)},
                    {"built", mark(m.built)},
                    {"correct", mark(m.correct)},
                    {"clean", mark(m.clean)},
                    {"targets", mark(m.targets)},
                    {"targets_reached", mark(m.hit)},
                    {"targets_bettered", mark(m.better)},
                    {"reason", m.reason.empty() ? data::Json(nullptr) : data::Json(m.reason)},
                    {"identical_to", s.identical},
                    {"steps", steps_of(s, graded.reveal)}});
  }
  for (const Alike& pair : graded.pairs)
    pairs.push_back({{"files", {pair.one, pair.other}}, {"likeness", std::round(pair.likeness * 100) / 100}});
  return {{"$schema", os::schema("grade.schema.json")},
          {"grade_version", 1},
          {"version", os::version()},
          {"seed", graded.seed},
          {"submissions", rows},
          {"pairs", pairs}};
}

std::string csv_of(const Graded& graded) {
  std::string out =
      "file,id,judged,reached,built,correct,clean,targets,targets_reached,targets_bettered,reason,identical_"
      "to\n";
  for (const Submission& s : graded.submissions) {
    const Marks m = marks_of(s, graded.reveal);
    const std::string marks = s.trouble.empty() ? fmt::format("{},{},{},{},{},{},{}", m.reached, m.built,
                                                              m.correct, m.clean, m.targets, m.hit, m.better)
                                                : ",,,,,,";
    out += fmt::format("{},{},{},{},{},{}\n", assignment::csv_cell(s.shown), id_of(s), !s.judgement.is_null(),
                       marks, assignment::csv_cell(m.reason),
                       assignment::csv_cell(fmt::format("{}", fmt::join(s.identical, " "))));
  }
  return out;
}

namespace {

// The first failed step; nullptr: none.
const data::Json* missing_in(const Submission& s) {
  for (const data::Json& step : s.judgement.at("steps"))
    if (!step.at("good").get<bool>()) return &step;
  return nullptr;
}

}  // namespace

findings::Report annotations_of(const Graded& graded) {
  findings::Report report{"grade"};
  for (const Submission& s : graded.submissions) {
    const Marks m = marks_of(s, graded.reveal);
    findings::Case one{s.exercise == nullptr ? "grade" : id_of(s), s.shown, s.shown, s.seconds};
    one.not_judged = s.judgement.is_null();
    if (!m.reached) {
      findings::Annotated why{.title = one.group};
      if (one.not_judged) {
        why.kind = s.trouble.empty() ? "refused" : "not judged";
      } else if (const data::Json* step = missing_in(s)) {
        auto said = data::from_json<findings::Evidence>({&step->at("evidence"), "evidence"});
        why = missed_step(step->at("what"), why.title, s.shown, said, told_of(*step, graded.reveal));
      } else {
        why.kind = "changed";
      }
      for (findings::Place& at : why.where)  // the name used by the compiler and the executor
        if (std::filesystem::path(at.file).filename() == s.name) at.file = s.shown;
      why.evidence = around(why.evidence, findings::Cause::mark_says, {{"text", m.reason}});
      one.found.push_back(std::move(why));
    }
    report.cases.push_back(std::move(one));
  }
  return report;
}

data::Json gradescope_of(const Graded& graded) {
  data::Json tests = data::Json::array();
  for (const Submission& s : graded.submissions) {
    const Marks m = marks_of(s, graded.reveal);
    const std::string name = id_of(s).empty() ? s.shown : id_of(s);
    if (!s.trouble.empty()) {  // a problem with the machine: no score, not even zero
      tests.push_back({{"name", name}, {"output", m.reason}});
      continue;
    }
    tests.push_back({{"name", name},
                     {"score", m.reached ? 1 : 0},
                     {"max_score", 1},
                     {"status", m.reached ? "passed" : "failed"},
                     {"output", m.reason.empty() ? "reached" : m.reason}});
  }
  return {{"tests", tests}, {"visibility", "visible"}};
}

}  // namespace ladder::cli
