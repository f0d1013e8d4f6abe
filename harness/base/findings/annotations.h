// Findings as GitHub's annotations: a mark at a line of a pull request, which a workflow makes by printing these lines.
// docs.github.com, "Workflow commands for GitHub Actions".
#pragma once
#include <string>

#include "findings/evidence.h"

namespace ladder {

struct Annotated {
  bool error = true;  // else a notice
  std::string title;  // "race in reduce"
  std::string file;   // relative to the repository; "": it is about no file
  int line = 0;       // 0: not known
};
std::string github_annotation(const Annotated&, const Evidence&);  // with its newline

}  // namespace ladder
