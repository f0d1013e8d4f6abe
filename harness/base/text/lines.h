// The lines of a text.
#pragma once
#include <string>
#include <vector>

namespace ladder::text {

std::vector<std::string> lines_of(const std::string& text);  // without line ends

// std::regex uses stack space for each character: do not pass it longer lines of untrusted text.
inline constexpr size_t kLongestLine = 2000;  // bytes
std::string with_short_lines(const std::string& text);

}  // namespace ladder::text
