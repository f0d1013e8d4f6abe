// Marks in a page: comments that specify the text that ./ladder docs writes between them. A block mark is a
// whole line; <!-- code: reduce/v0 --> opens it and <!-- /code --> closes it. An inline mark is part of a
// sentence: <!--= reduce/v1 barriers per_block -->72<!--/-->.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ladder::pages {

// A mark's arguments: words, and key=value pairs. A value with spaces is quoted: alt="two words".
struct Arguments {
  std::vector<std::string> words;
  std::vector<std::pair<std::string, std::string>> values;  // in the order in which the mark gives them

  bool has(std::string_view key) const;
  std::string text(std::string_view key, const std::string& otherwise = "") const;
  uint64_t whole(std::string_view key, uint64_t otherwise) const;  // 256, 2^20, 10*2^20

  // Throws os::Error for any other key, and for a repeated one. `mark`: its name in the message.
  void allow(const std::string& mark, const std::vector<std::string>& keys) const;
};
Arguments arguments_of(const std::string& text);  // throws os::Error

// The text between a mark's two ends. Throws os::Error, which says what is wrong with the mark and how to fix
// it.
using Writer = std::function<std::string(const Arguments&)>;

struct Writers {
  std::map<std::string, Writer> blocks;          // by name: "table"
  Writer value;                                  // writes the value of an inline mark
  std::map<std::string, Writer> alone = {};      // marks without contents, which are only checked
  std::vector<std::string> known_comments = {};  // comments for other programs, which are not mistyped marks
};

struct Written {
  std::string text;
  size_t marks = 0;
  std::vector<std::string> mistakes;  // "docs/reduce.md, line 3: …"; such a mark is not rewritten
};
// Code blocks and code spans are left unchanged. A page with an unclosed mark is left unchanged.
Written with_marks(const std::string& text, const std::string& page, const Writers&);

}  // namespace ladder::pages
