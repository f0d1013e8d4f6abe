// Finds everything in a submission that a kernel may not use, because the executor could not observe it.
#pragma once
#include <string>

#include "findings/evidence.h"

namespace ladder::grade {

// Looks in the text for assembly, attributes, the executor's own names and so on, and for anything that the
// lexer and the compiler could interpret differently. Empty if there is nothing.
findings::Evidence not_for_kernels(const std::string& text);

// A symbol in the output of nm -uP that no kernel calls: "write". "" if there is none.
std::string call_not_for_kernels(const std::string& symbols);

}  // namespace ladder::grade
