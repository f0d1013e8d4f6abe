// A kernel file as a row of tokens: for what its text tells without a compiler. No step of this takes longer than the text
// is long, whatever stands in it: it is other people's.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace practice {

struct Token {
  enum class Kind { name, number, text, raw_text, header, sign };  // text: "…" and '…'; header: <…> and "…"
  Kind kind = Kind::sign;
  std::string text;  // of `text`: without its quotes
  int line = 0;
  bool first = false;  // of its line
};
// As g++ reads them: without comments, and with lines that end in a backslash joined.
std::vector<Token> tokens_of(const std::string& text);
bool is_at(const std::vector<Token>&, size_t, std::string_view text);  // false past the end, too

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The ids that the STAGE lines name.
std::vector<std::string> stage_ids(const std::vector<Token>&);
bool has_main(const std::vector<Token>&);  // `main (`: a program, which has no STAGE line

// The same program, comments and spaces apart? program_of is the same text for both then.
bool same_program(const std::string& a, const std::string& b);
std::string program_of(const std::string& text);
// The same text for programs that differ in the names that they declare, too.
std::string program_but_for_names(const std::string& text);

}  // namespace practice
