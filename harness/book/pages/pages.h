// Keeps the generated parts of README.md and docs/**/*.md consistent with the recorded files, the kernels and
// the traces. docs/marks.md describes the marks.
#pragma once
#include <string>
#include <vector>

#include "pages/desk.h"

namespace ladder::pages {

struct Outcome {
  std::vector<std::string> changed;  // files rewritten or, if only checked, out of date
  std::vector<std::string>
      mistakes;      // one line each: page, line, error. The contents of such a mark stay unchanged
  size_t marks = 0;  // number of marks processed
};

// `root` is the repository.
Outcome update(const std::string& root, bool check_only);

}  // namespace ladder::pages
