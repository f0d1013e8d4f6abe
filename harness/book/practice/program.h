// Exercises that are complete CUDA programs: docs/program/*.cu, each with a page beside it. ./ladder try judges
// them. Used by ./ladder practice.
#pragma once
#include <string>
#include <vector>

#include "practice/judge.h"

namespace practice {

// The exercises for the tasks in docs/program.md, in the order of that page.
std::vector<Exercise> programs(const std::string& root = os::repository());

// These exercises, with the programs inserted after the first steps.
std::vector<Exercise> with_programs(std::vector<Exercise> exercises);

bool is_program(const Exercise&);

// The program must build, launch a kernel and exit with 0, and `try` must find nothing wrong.
Judgement judge_program(const Exercise&, const std::string& file, const std::string& text, const Judging&);

}  // namespace practice
