// A kernel file as a row of words: for what its text tells without a compiler. No step of this takes longer than the text
// is long, whatever stands in it: it is other people's.
#pragma once
#include <string>
#include <vector>

namespace practice {

struct Token {
  enum class Kind { name, number, text, sign };  // text: "…" and '…'
  Kind kind = Kind::sign;
  std::string text;  // of `text`: without its quotes
  int line = 0;
  bool first = false;  // of its line
};
// Without comments, and with lines that end in a backslash joined.
std::vector<Token> tokens_of(const std::string& text);

// The ids that the STAGE lines name.
std::vector<std::string> stage_ids(const std::vector<Token>&);

// What of the text is not for kernels, because the executor would not see what it does: assembly, attributes, the
// executor's own names, … "" if there is nothing.
std::string not_for_kernels(const std::vector<Token>&);

// The same program, comments and spaces apart?
bool same_program(const std::string& a, const std::string& b);

// How much of what stands in `before`, and no more in `after`, is gone from the text too: from 0 to 1.
double gone(const std::string& text, const std::string& before, const std::string& after);

// How much of the smaller of two programs stands in the other, from 0 to 1: of what is in neither of the `known` ones, which
// everybody has. Other names for variables, another order of lines, macros for names and added lines change little of it.
// Below 0: there is too little of their own to tell.
double likeness(const std::string& a, const std::string& b, const std::vector<std::string>& known);

}  // namespace practice
