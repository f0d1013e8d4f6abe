// Runs a student's complete program on the instructor's cases, each as ./ladder try would, in a sandbox. The
// expected output stays outside the sandbox, and is compared here.
#pragma once
#include <map>
#include <string>

#include "assignment/assignment.h"
#include "practice/judge.h"

namespace ladder::assignment {

// Steps: builds, case (one step per case), hazards, launches, work, counter. `beside`: the student's own
// headers by name.
practice::Judgement judge_program(const Task&, const std::string& name, const std::string& text,
                                  const std::map<std::string, std::string>& beside, bool trusted,
                                  const practice::Judging&);

// A finding for the first place where the output differs, with the text expected there. Empty: no difference.
// Trailing blanks and trailing empty lines are ignored; `output` names the output.
findings::Findings difference(const std::string& written, const std::string& expected, double tolerance,
                              const std::string& output);

}  // namespace ladder::assignment
