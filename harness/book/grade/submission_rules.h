// What of a submission is not for kernels, because the executor would not see what it does.
#pragma once
#include <string>

namespace grade {

// Of its text: assembly, attributes, the executor's own names, … Also what the lexer could take otherwise than the compiler
// does. "" if there is nothing.
std::string not_for_kernels(const std::string& text);

// What of nm -uP's list no kernel calls: "write". "" if there is nothing.
std::string call_not_for_kernels(const std::string& symbols);

}  // namespace grade
