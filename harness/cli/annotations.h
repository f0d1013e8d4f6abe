// What a command found, for CI: --format github, --sarif, --junit. Used by check, try, practice and grade.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "findings/annotations.h"

namespace cli {

// Into the files that are asked for; and GitHub's to standard output, unless it is to be quiet.
void write_annotations(const Options&, ladder::Report);

// What the compiler or the linker said of a program: an error each.
std::vector<ladder::Annotated> compiler_errors(const std::string& message);

// A step of a judgement that is not good: what it is, and what was told of it. Its place, where that is known, is in the file as
// it was judged, or else in `file`.
ladder::Annotated missed_step(const std::string& what, const std::string& title, const std::string& file,
                              const ladder::Evidence& said, const ladder::Findings& told);

}  // namespace cli
