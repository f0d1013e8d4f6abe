// Splits a kernel file into tokens, for checks that need only its text and no compiler. Every step takes
// linear time, whatever an untrusted text contains.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace ladder::practice {

struct Token {
  enum class Kind { name, number, text, raw_text, header, sign };  // text: "…" and '…'; header: <…> and "…"
  Kind kind = Kind::sign;
  std::string text;  // for `text`: without its quotes
  int line = 0;
  bool first = false;  // first token on its line
};
// The tokens as g++ reads them: without comments, and with lines joined if they end in a backslash.
std::vector<Token> tokens_of(const std::string& text);
bool is_at(const std::vector<Token>&, size_t, std::string_view text);  // false if the index is past the end

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The ids in the STAGE lines.
std::vector<std::string> stage_ids(const std::vector<Token>&);
bool has_main(const std::vector<Token>&);  // contains `main (`: a program, which has no STAGE line

// Are these two texts the same program, apart from comments and spaces? If so, program_of returns the
// same text for both.
bool same_program(const std::string& a, const std::string& b);
std::string program_of(const std::string& text);
// Like program_of, but programs that differ only in the names that they declare also give the same text.
std::string program_but_for_names(const std::string& text);

}  // namespace ladder::practice
