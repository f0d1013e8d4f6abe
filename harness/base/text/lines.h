// The lines of a text.
#pragma once
#include <string>
#include <vector>

namespace text {

std::vector<std::string> lines_of(const std::string& text);  // without their ends

}  // namespace text
