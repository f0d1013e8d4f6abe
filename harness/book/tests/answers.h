// Answers to exercises of ./ladder practice, for tests: creating, judging and rendering them.
#pragma once
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "grade/rules.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/judge.h"
#include "tests/approved.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/texts.h"

namespace ladder::answers {

using practice::Exercise;
using practice::Judgement;
using practice::Step;

inline constexpr const char* kSmall =
    "0,1,33,1000,4099,20000";  // instead of every size, which ./ladder check covers

inline const Exercise& exercise(std::string_view id) {
  static const std::vector<Exercise> all = practice::exercises();
  for (const Exercise& e : all)
    if (e.id() == id) return e;
  throw std::runtime_error("no exercise " + std::string(id));
}

// The change since the last judged answer: "`s > 0` → `s > 1`".
inline std::string& changes() {
  static std::string all;
  return all;
}

// The exercise's file, with the answer taken from another stage.
inline std::string answered_with(const Exercise& e, const std::string& stage) {
  changes() = stage == e.id() ? "" : "with the code of " + stage;
  return practice::answered_text(e, *stage::find_stage(stage::Build::simt, stage),
                                 "practice/" + e.id() + ".cu");
}

// The folder does not change between runs, so that ccache recognises the file. Each test has its own, because
// tests run at the same time.
inline Judgement judged(const Exercise& e, const std::string& text, const char* sizes = kSmall) {
  std::string test = Catch::getResultCapture().getCurrentTestName();
  std::replace(test.begin(), test.end(), ' ', '_');
  const std::string file = os::program_folder() + "/practice/tests/" + test + "/" + e.id() + "/answer.cu";
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  program::write(file, text);
  practice::Judging how;
  how.ns = sizes;
  how.rules = grade::rules();
  return practice::judge(e, file, text, how);
}

// Drops the finding about the only place that differs from the solution: most answers here are the solution
// with one mistake, and these tests examine the findings from running them (see also test_one_place.cpp).
inline bool is_one_place(const std::string& line) {
  return line.find("only line ") != std::string::npos || line.ends_with("; the rest is the same");
}
inline std::string told(const Judgement& j) {
  std::string text = j.id + (j.reached ? ": reached\n" : ": not reached\n");
  for (const Step& step : j.steps) {
    text += (step.good ? "  + " : "  - ") + step.what + ": " + step.text() + "\n";
    for (const std::string& line : step.lines()) {
      static const std::regex compilers_own(
          "^In file included|answer\\.cu:( In |\\d+:)");  // the compiler's wording depends on its release
      if (step.what == "builds" && std::regex_search(line, compilers_own)) break;
      if (!is_one_place(line)) text += "      " + line + "\n";
    }
  }
  return text;
}

// Judges the text, and compares the rendered judgement with the approved one.
inline Judgement approve(const Exercise& e, const std::string& text, const char* sizes = kSmall) {
  static std::map<std::string, int> own;  // for each exercise: the number of texts not from replaced()
  std::string change = std::exchange(changes(), "");
  if (change.empty()) change = "a separate text, " + std::to_string(++own[e.id()]);
  const Judgement j = judged(e, text, sizes);
  std::string said = told(j), name = Catch::getResultCapture().getCurrentTestName();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  said = std::regex_replace(said, std::regex("[^ (]*answer\\.cu"), "answer.cu");
  // The thread in which a time limit interrupts a loop, and the number of launches before it, vary.
  said = std::regex_replace(
      said, std::regex("(answer\\.cu:\\d+: )(running|barrier|waiting)( by block \\d+, thread \\d+)?"), "$1…");
  said =
      std::regex_replace(said, std::regex("had launched \\d+ kernels after"), "had launched … kernels after");
  approved::check("book", name, e.id() + ": " + change, said);
  return j;
}

// The first failed step's message; "" if all passed.
inline std::string mistake(const Judgement& j) {
  for (const Step& step : j.steps)
    if (!step.good) return step.what + ": " + step.text();
  return "";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  std::string change = "`" + from + "` → `" + to + "`";
  for (size_t end = 0; (end = change.find('\n', end)) != std::string::npos;) change.replace(end, 1, "⏎");
  changes() += (changes().empty() ? "" : ", ") + change;
  if (at == std::string::npos) throw std::runtime_error("not found: " + from);
  return text.replace(at, from.size(), to);
}

}  // namespace ladder::answers
