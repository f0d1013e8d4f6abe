// The difference of two texts, line by line, as `diff -u` prints it. Used by ./ladder diff.
#pragma once
#include <string>
#include <vector>

namespace cli {

struct DiffLine {
  char kind;  // ' ' in both, '-' only in the first, '+' only in the second
  std::string text;
};

std::vector<std::string> lines_of(const std::string& text);
std::vector<DiffLine> diff_lines(const std::vector<std::string>& a, const std::vector<std::string>& b);

// With `context` lines around each change. "" if there is no difference.
std::string unified(const std::vector<DiffLine>&, const std::string& name_a, const std::string& name_b,
                    bool colour, size_t context = 3);

}  // namespace cli
