// A whole program of a student, through the instructor's cases: as ./ladder try runs it, confined, once for each. What is
// expected stays outside, and is compared here.
#pragma once
#include <map>
#include <string>

#include "assignment/assignment.h"
#include "practice/judge.h"

namespace assignment {

// Steps: builds, case (one each), hazards, launches, work, counter. `beside`: the student's own headers, by name.
practice::Judgement judge_program(const Task&, const std::string& name, const std::string& text,
                                  const std::map<std::string, std::string>& beside, bool trusted,
                                  const practice::Judging&);

// The first place where what was written differs: a finding, and what is expected there. Empty: it does not. Blanks at the
// end of a line and empty lines at the end do not count; `output` names it.
ladder::Findings difference(const std::string& written, const std::string& expected, double tolerance,
                            const std::string& output);

}  // namespace assignment
