// The result of checking one answer from a stage. Part of every row of a results file.
#pragma once
#include <array>
#include <string>

#include "data/names.h"
#include "findings/text.h"

namespace ladder::check {

enum class Status {  // from best to worst
  unchecked,
  correct,
  declared_racy,  // the answer is right, and all hazards are races that the stage declares
  racy,           // the answer is right, but hazards were found
  wrong,
  timeout,
  crash,
  does_not_compile
};
constexpr auto names_of(Status) {
  return std::array{"unchecked", "correct", "declared_racy", "racy",
                    "wrong",     "timeout", "crash",         "does_not_compile"};
}

struct Verdict {
  Status status = Status::unchecked;
  double error = 0;             // largest absolute error; 0 for exact types that match
  double bound = 0;             // the largest permitted `error`; 0: must be exact
  findings::Evidence evidence;  // describes where the answer is wrong, and how
  std::string message() const { return text_of(evidence); }
  bool passed() const { return status == Status::correct || status == Status::declared_racy; }
};

}  // namespace ladder::check
