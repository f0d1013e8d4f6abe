// The lines of a text.
#pragma once
#include <string>
#include <vector>

namespace text {

std::vector<std::string> lines_of(const std::string& text);  // without their ends

// std::regex takes a piece of the stack for each character: no longer line of somebody else's text may come to it.
inline constexpr size_t kLongestLine = 2000;  // bytes
std::string with_short_lines(const std::string& text);

}  // namespace text
