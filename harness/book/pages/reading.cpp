// The reading time of pages at 130 words per minute, the speed of a second-language reader. Code and the text
// that ./ladder docs writes between block marks are not counted.
#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <regex>

#include "pages/writers.h"
#include "os/error.h"
#include "os/files.h"
#include "text/lines.h"

namespace ladder::pages {
namespace {

constexpr double kWordsPerMinute = 130;

uint64_t words_of(const std::string& page) {
  static const std::regex comment("<!--.*?-->"), tag("</?[a-z][^>]*>"), target("\\]\\([^)]*\\)");
  uint64_t words = 0;
  bool code = false, generated = false;
  for (std::string line : text::lines_of(page)) {
    if (line.starts_with("```"))
      code = !code;
    else if (line.starts_with("<!-- /"))
      generated = false;
    else if (line.starts_with("<!-- ") && has_an_end(line.substr(5, line.find(':') - 5)))
      generated = true;
    if (code || generated) continue;
    for (const std::regex& left_out : {comment, tag, target}) line = std::regex_replace(line, left_out, " ");
    bool inside = false;
    for (const char c : line) {
      const bool letter = std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 128;
      if (c == ' ')
        inside = false;
      else if (letter && !inside)
        inside = true, ++words;
    }
  }
  return words;
}

}  // namespace

std::string reading_mark(Desk& desk, const Arguments& said) {
  said.allow("a reading time", {});
  if (said.words.size() < 2)
    throw os::Error("a reading time needs pages, without docs/ and .md: reading start first/index");
  uint64_t words = 0;
  for (size_t i = 1; i < said.words.size(); ++i) {
    const std::string page = fmt::format("docs/{}.md", said.words[i]);
    if (!desk.exists(page)) throw os::Error(fmt::format("there is no {}", page));
    words += words_of(os::read_text(desk.in_root(page)));
  }
  return fmt::format("{:.0f}", std::ceil(static_cast<double>(words) / kWordsPerMinute));
}

}  // namespace ladder::pages
