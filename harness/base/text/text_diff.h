// The line-by-line difference between two texts, as printed by `diff -u`.
#pragma once
#include <string>
#include <vector>

namespace ladder::text {

struct DiffLine {
  char kind;  // ' ' in both, '-' only in the first, '+' only in the second
  std::string text;
};

std::vector<DiffLine> diff_lines(const std::vector<std::string>& a, const std::vector<std::string>& b);

struct Side {
  std::string name;
  // A label for each line in a hunk ("mailbox.cuh:12"); empty: line numbers.
  std::vector<std::string> places{};
};

// The hunks, with `context` lines around each change; "" if there is no difference.
std::string unified(const std::vector<DiffLine>&, const Side& a, const Side& b, bool colour,
                    size_t context = 3);

}  // namespace ladder::text
