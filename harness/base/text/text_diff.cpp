#include "text/text_diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/style.h"

namespace ladder::text {

// Uses the longest common subsequence. This takes quadratic time, but a kernel file has only about a hundred
// lines.
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

namespace {

// "12,5": five lines starting at line 12. If there are no lines, the number is the preceding line's.
std::string range(const Side& side, size_t first, size_t count) {
  const size_t line = count == 0 ? first - 1 : first;
  const std::string place =
      line == 0 || line > side.places.size() ? fmt::format("{}", line) : side.places[line - 1];
  return fmt::format("{},{}", place, count);
}

}  // namespace

std::string unified(const std::vector<DiffLine>& lines, const Side& a, const Side& b, bool colour,
                    size_t context) {
  const auto paint = [&](const fmt::text_style& how, const std::string& text) {
    return styled(colour, how, text) + "\n";
  };
  std::string out;
  size_t line_a = 1, line_b = 1, done = 0;  // `done`: lines before this one have been processed
  const auto advance_to = [&](size_t i) {
    for (; done < i; ++done) {
      line_a += lines[done].kind != '+';
      line_b += lines[done].kind != '-';
    }
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == ' ') continue;
    // The hunk ends where 2 * context consecutive lines are equal.
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
    if (out.empty()) out = paint(style::bold, "--- " + a.name) + paint(style::bold, "+++ " + b.name);
    out += paint(style::note,
                 fmt::format("@@ -{} +{} @@", range(a, line_a, count_a), range(b, line_b, count_b)));
    for (size_t j = begin; j < end; ++j) {
      const std::string text = lines[j].kind + lines[j].text;
      out +=
          lines[j].kind == ' ' ? text + "\n" : paint(lines[j].kind == '-' ? style::bad : style::good, text);
    }
    advance_to(end);
    i = end - 1;
  }
  return out;
}

}  // namespace ladder::text
