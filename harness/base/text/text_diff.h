// The difference of two texts, line by line, as `diff -u` prints it.
#pragma once
#include <string>
#include <vector>

namespace report {

struct DiffLine {
  char kind;  // ' ' in both, '-' only in the first, '+' only in the second
  std::string text;
};

std::vector<DiffLine> diff_lines(const std::vector<std::string>& a, const std::vector<std::string>& b);

struct Side {
  std::string name;
  std::vector<std::string> places{};  // how a hunk calls each line ("mailbox.cuh:12"); none: by number
};

// With `context` lines around each change. "" if there is no difference.
std::string unified(const std::vector<DiffLine>&, const Side& a, const Side& b, bool colour,
                    size_t context = 3);

}  // namespace report
