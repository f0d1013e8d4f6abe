// A command's findings for CI: --format github, --sarif, --junit. Used by check, try, practice and grade.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "findings/annotations.h"

namespace ladder::cli {

// Writes the requested files, and GitHub's annotations to standard output unless -q is given.
void write_annotations(const Options&, findings::Report);

// Compiler and linker messages about a program, each as an error.
std::vector<findings::Annotated> compiler_errors(const findings::Evidence& message);

// A failed step of a judgement: its message and its findings. Its place, if known, refers to the file as it
// was judged; otherwise it is `file`.
findings::Annotated missed_step(const std::string& what, const std::string& title, const std::string& file,
                                const findings::Evidence& said, const findings::Findings& told);

}  // namespace ladder::cli
