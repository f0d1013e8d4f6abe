// Marks in a page: comments that say what stands between them, so that ./ladder docs can write it.
// A block mark is a whole line; <!-- code: reduce/v0 --> opens it and <!-- /code --> closes it. An inline mark
// stands in a sentence: <!--= reduce/v1 barriers per_block -->72<!--/-->.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pages {

// What a mark says: words, and key=value pairs. A value with spaces stands in quotes: alt="two words".
struct Arguments {
  std::vector<std::string> words;
  std::vector<std::pair<std::string, std::string>> values;  // in their order

  bool has(std::string_view key) const;
  std::string text(std::string_view key, const std::string& otherwise = "") const;
  uint64_t whole(std::string_view key, uint64_t otherwise) const;  // 256, 2^20, 10*2^20

  // Throws os::Error on any other key, and on one that is there twice. `mark`: what the message calls it.
  void allow(const std::string& mark, const std::vector<std::string>& keys) const;
};
Arguments arguments_of(const std::string& text);  // throws os::Error

// What is written between a mark's two ends. Throws os::Error: what is wrong with the mark, and what cures it.
using Writer = std::function<std::string(const Arguments&)>;

struct Writers {
  std::map<std::string, Writer> blocks;          // by name: "table"
  Writer value;                                  // of an inline mark
  std::map<std::string, Writer> alone = {};      // marks that nothing is written for: they are only checked
  std::vector<std::string> known_comments = {};  // of other programs: not to be taken for a mistyped mark
};

struct Written {
  std::string text;
  size_t marks = 0;
  std::vector<std::string> mistakes;  // "docs/reduce.md, line 3: …"; what such a mark held stays
};
// Code blocks and code spans are left alone. A page whose marks are not closed keeps its whole text.
Written with_marks(const std::string& text, const std::string& page, const Writers&);

}  // namespace pages
