// Another program's output. Used for git and by doctor.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace os {

// What the program wrote to its standard output, or nothing if it is not there
// or failed. No shell takes part.
std::optional<std::string> output_of(const std::vector<std::string>& program_and_arguments);

std::string first_line(const std::string& text);

}  // namespace os
