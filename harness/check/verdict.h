// What a check found about one answer of a stage. A part of every row of a results file.
#pragma once
#include <string>

namespace check {

struct Verdict {
  // correct | wrong | racy (right answer, hazards found) | declared_racy | crash | timeout | unchecked
  std::string status = "unchecked";
  double error = 0;     // largest absolute error, 0 for exact types that match
  double bound = 0;     // what `error` may be; 0: must be exact
  std::string message;  // where and how it is wrong: "output[17] is 3, expected 4 (n = 1023, random)"
  bool passed() const { return status == "correct" || status == "declared_racy"; }
};

}  // namespace check
