// Exercises that are complete CUDA programs: docs/program/*.cu, each with a page next to it. ./ladder try
// judges them. Used by ./ladder practice and by the playground (browser/practice.cpp).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "practice/judge.h"

namespace ladder::practice {

// The exercises for the tasks in docs/program.md, in the order of that page.
std::vector<Exercise> programs(const std::string& root = os::repository());

// These exercises, with the programs inserted after the first steps.
std::vector<Exercise> with_programs(std::vector<Exercise> exercises);

bool is_program(const Exercise&);

// The result of ./ladder try for a program. `seen`: the report that `try` writes as JSON, with
// "status_without_kernels", if the program was built and run.
struct Tried {
  int status = 0;
  std::string output;  // printed by the program and by the report
  std::optional<data::Json> seen;
};
inline constexpr int kDidNotBuild = 2;

// The program must build, launch a kernel and exit with 0, and `try` must find nothing wrong.
Judgement judge_tried(const Exercise&, const std::string& file, const std::string& text, const Tried&,
                      const std::function<void(const Step&)>& told = {});
// Judges a program that has not been built and run yet.
Judgement judge_program(const Exercise&, const std::string& file, const std::string& text, const Judging&);

}  // namespace ladder::practice
