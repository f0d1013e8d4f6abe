// Text from elsewhere, such as a results file, made safe for a terminal. Used wherever such text is printed.
#pragma once
#include <string>

namespace ladder::text {

// Removes control characters except newline and tab, characters that change the writing direction, and invalid
// UTF-8: each is replaced by U+FFFD.
std::string printable(const std::string&);

std::string uri_of(const std::string& file);  // "results/a%20b.json", "file:///home/a.cu"

}  // namespace ladder::text
