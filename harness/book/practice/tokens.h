// A kernel file as a row of words: for what its text tells without a compiler. No step of this takes longer than the text
// is long, whatever stands in it: it is other people's.
#pragma once
#include <cstdint>
#include <string>
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

// The ids that the STAGE lines name.
std::vector<std::string> stage_ids(const std::vector<Token>&);

// What of the text is not for kernels, because the executor would not see what it does: assembly, attributes, the
// executor's own names, … Also what this reader could take otherwise than the compiler does. "" if there is nothing.
std::string not_for_kernels(const std::string& text);

// The same program, comments and spaces apart? program_of is the same text for both then.
bool same_program(const std::string& a, const std::string& b);
std::string program_of(const std::string& text);

// How much of what stands in `before`, and no more in `after`, is gone from the text too: from 0 to 1.
double gone(const std::string& text, const std::string& before, const std::string& after);

// What a program consists of: a number for each row of a few words, names of variables apart. Sorted, each once.
using Pieces = std::vector<uint64_t>;
Pieces pieces_of(const std::string& text, size_t length = 6);  // words of a piece
// Of its own: without those of programs that everybody has.
Pieces without(const Pieces&, const std::vector<Pieces>& known);

// How much of the smaller of two programs stands in the other, from 0 to 1, of what they have of their own. Other names for
// variables, another order of lines, macros for names and added lines change little of it. Below 0: there is too little of
// their own to tell.
double likeness(const Pieces& a, const Pieces& b);

}  // namespace practice
