// nvcc's options on the command line of ./ladder try, as a Makefile has them.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"

namespace cli {

// The arguments without them. What means something here goes into the options; what chooses a GPU, optimises or adds what a
// debugger needs changes nothing.
std::vector<std::string> without_compiler_words(const std::vector<std::string>& arguments, Options&);

}  // namespace cli
