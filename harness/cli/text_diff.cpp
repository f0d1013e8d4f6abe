#include "cli/text_diff.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// By the longest common subsequence: quadratic, and a kernel file has a hundred lines.
std::vector<DiffLine> diff_lines(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<unsigned>> common(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);

  std::vector<DiffLine> out;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      out.push_back({' ', a[i]});
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      out.push_back({'-', a[i++]});
    } else {
      out.push_back({'+', b[j++]});
    }
  }
  return out;
}

std::string unified(const std::vector<DiffLine>& lines, const std::string& name_a, const std::string& name_b,
                    bool colour, size_t context) {
  const auto paint = [&](const char* code, const std::string& text) {
    return colour ? fmt::format("\033[{}m{}\033[0m\n", code, text) : text + "\n";
  };
  std::string out;
  size_t line_a = 1, line_b = 1, done = 0;  // `done`: lines before this one are dealt with
  const auto advance_to = [&](size_t i) {
    for (; done < i; ++done) {
      line_a += lines[done].kind != '+';
      line_b += lines[done].kind != '-';
    }
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == ' ') continue;
    // The hunk ends where 2 * context lines in a row are the same.
    size_t last_change = i;
    for (size_t j = i; j < lines.size() && j <= last_change + 2 * context; ++j)
      if (lines[j].kind != ' ') last_change = j;
    const size_t begin = std::max(done, i > context ? i - context : 0);
    const size_t end = std::min(last_change + context + 1, lines.size());
    advance_to(begin);
    size_t count_a = 0, count_b = 0;
    for (size_t j = begin; j < end; ++j) {
      count_a += lines[j].kind != '+';
      count_b += lines[j].kind != '-';
    }
    if (out.empty()) out = paint("1", "--- " + name_a) + paint("1", "+++ " + name_b);
    out += paint("36", fmt::format("@@ -{},{} +{},{} @@", line_a - (count_a == 0), count_a,
                                   line_b - (count_b == 0), count_b));
    for (size_t j = begin; j < end; ++j) {
      const std::string text = lines[j].kind + lines[j].text;
      out += lines[j].kind == ' ' ? text + "\n" : paint(lines[j].kind == '-' ? "31" : "32", text);
    }
    advance_to(end);
    i = end - 1;
  }
  return out;
}

}  // namespace cli
