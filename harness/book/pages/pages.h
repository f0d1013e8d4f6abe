// Keeps what is generated in README.md and docs/**/*.md as the recorded files, the kernels and the traces have
// it. docs/marks.md tells which marks there are.
#pragma once
#include <string>
#include <vector>

#include "pages/desk.h"

namespace pages {

struct Outcome {
  std::vector<std::string> changed;   // files rewritten, or stale when only checked
  std::vector<std::string> mistakes;  // one line each: page, line, what is wrong. What such a mark held stays
  size_t marks = 0;                   // how many were looked at
};

// `root` is the repository.
Outcome update(const std::string& root, bool check_only);

}  // namespace pages
