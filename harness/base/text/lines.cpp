#include "text/lines.h"

#include <algorithm>

namespace ladder::text {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string with_short_lines(const std::string& text) {
  std::string all;
  for (const std::string& line : lines_of(text)) all += line.substr(0, kLongestLine) + "\n";
  return all;
}

}  // namespace ladder::text
