// Text from elsewhere, such as a results file, for a terminal. Used wherever it is printed.
#pragma once
#include <string>

namespace text {

// Without control characters but newline and tab, without those that turn the direction of writing, and UTF-8 whatever it was: U+FFFD
// stands for each.
std::string printable(const std::string&);

}  // namespace text
