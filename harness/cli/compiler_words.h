// nvcc options on the command line of ./ladder try, as in a Makefile.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"

namespace ladder::cli {

// Returns the arguments without compiler options. Compiler options that matter here are stored in Options;
// those that select a GPU, optimise or add debug information have no effect.
std::vector<std::string> without_compiler_words(const std::vector<std::string>& arguments, Options&);

}  // namespace ladder::cli
