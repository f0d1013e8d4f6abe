#include "practice/cpp_lexer.h"

#include <cctype>
#include <map>
#include <set>

namespace ladder::practice {
namespace {

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The text as g++ reads it: without a byte order mark, and with lines joined if they end in a backslash, which
// blanks may follow. This step precedes all others.
struct Joined {
  std::string text;
  std::vector<int> line;  // per character
};
Joined joined(std::string_view from) {
  if (from.starts_with(kByteOrderMark)) from.remove_prefix(kByteOrderMark.size());
  Joined to;
  to.text.reserve(from.size());
  to.line.reserve(from.size());
  int line = 1;
  const auto is_blank = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
  };
  for (size_t at = 0; at < from.size(); ++at) {
    if (from[at] == '\\') {
      size_t end = at + 1;
      while (end < from.size() && is_blank(from[end])) ++end;
      if (end < from.size() && from[end] == '\n') {
        at = end;
        ++line;
        continue;
      }
      // Blanks after a backslash that joins nothing are scanned once, not again for each backslash.
    }
    to.text += from[at];
    to.line.push_back(line);
    line += from[at] == '\n';
  }
  return to;
}

class Reader {
 public:
  explicit Reader(const std::string& text) : from_(joined(text)), text_(from_.text) {}

  std::vector<Token> all() {
    std::vector<Token> found;
    bool first = true;
    while (skip_spaces(first)) {
      Token token{Token::Kind::sign, "", from_.line[at_], first};
      first = false;
      const char c = here();
      if (names_a_header(found) && (c == '<' || c == '"')) {
        token.kind = Token::Kind::header;
        token.text = header();
      } else if (starts_name(c)) {
        token.kind = Token::Kind::name;
        while (in_name(here())) token.text += take();
        static const std::set<std::string_view> plain = {"L", "u", "U", "u8"},
                                                raw_ones = {"R", "LR", "uR", "UR", "u8R"};
        if (here() == '"' && raw_ones.contains(token.text)) {
          token.kind = Token::Kind::raw_text;
          token.text = raw();
        } else if ((here() == '"' || here() == '\'') && plain.contains(token.text)) {
          token.kind = Token::Kind::text;
          token.text = quoted();
        }
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        token.kind = Token::Kind::number;
        const auto in_number = [&] {
          const char last = token.text.empty() ? '\0' : token.text.back();
          return in_name(here()) || here() == '.' || (here() == '\'' && in_name(next())) ||
                 ((here() == '+' || here() == '-') &&
                  std::string_view("eEpP").find(last) != std::string_view::npos);
        };
        while (in_number()) token.text += take();
      } else if (c == '"' || c == '\'') {
        token.kind = Token::Kind::text;
        token.text = quoted();
      } else {
        token.text = take();
      }
      found.push_back(std::move(token));
    }
    return found;
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  char take() { return text_[at_++]; }
  bool at_end() const { return at_ >= text_.size(); }

  bool skip_spaces(bool& first) {
    while (!at_end()) {
      const char c = here();
      if (c == '\n') {
        first = true;
        take();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\0') {
        take();
      } else if (c == '/' && next() == '/') {
        while (!at_end() && here() != '\n') take();
      } else if (c == '/' && next() == '*') {
        const size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string::npos ? text_.size() : close + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  std::string quoted() {
    const char quote = take();
    std::string inside;
    while (!at_end() && here() != '\n') {
      const char c = take();
      if (c == quote) break;
      inside += c;
      if (c == '\\' && !at_end() && here() != '\n') inside += take();
    }
    return inside;
  }
  std::string raw() {  // starts at the quote of R"mark(…)mark"
    const size_t open = text_.find('(', at_ + 1);
    if (open == std::string::npos || open - at_ > 17) return quoted();
    const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
    const size_t close = text_.find(end, open);
    const std::string inside = text_.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    at_ = close == std::string::npos ? text_.size() : close + end.size();
    return inside;
  }

  // After #include: a header name contains no comments, and a backslash in it is an ordinary character.
  static bool names_a_header(const std::vector<Token>& found) {
    if (found.size() < 2) return false;
    const Token &sharp = found[found.size() - 2], &word = found.back();
    return sharp.first && sharp.text == "#" && sharp.kind == Token::Kind::sign &&
           word.kind == Token::Kind::name && (word.text == "include" || word.text == "include_next");
  }
  std::string header() {
    const char end = take() == '<' ? '>' : '"';
    std::string inside;
    while (!at_end() && here() != '\n' && here() != end) inside += take();
    if (here() == end) take();
    return inside;
  }

  Joined from_;
  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(const std::string& text) { return Reader(text).all(); }

bool is_at(const std::vector<Token>& all, size_t i, std::string_view text) {
  return i < all.size() && all[i].text == text;
}

bool has_main(const std::vector<Token>& tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::name && tokens[i].text == "main" && tokens[i + 1].text == "(")
      return true;
  return false;
}

std::vector<std::string> stage_ids(const std::vector<Token>& all) {
  std::vector<std::string> ids;
  for (size_t i = 0; i + 2 < all.size(); ++i)
    if (all[i].text == "STAGE" && all[i].first && is_at(all, i + 1, "(") &&
        all[i + 2].kind == Token::Kind::text)
      ids.push_back(all[i + 2].text);
  return ids;
}

namespace {

std::string in_one_text(const std::vector<Token>& tokens) {
  std::string all;
  for (const Token& t : tokens) {
    all += static_cast<char>('0' + static_cast<int>(t.kind));
    all += t.text;
    all += '\0';  // a separator that occurs in no token
  }
  return all;
}

}  // namespace

std::string program_of(const std::string& text) { return in_one_text(tokens_of(text)); }

std::string program_but_for_names(const std::string& text) {
  static const std::set<std::string_view> no_type = {"return", "else",   "do",    "case",  "goto",
                                                     "new",    "delete", "throw", "using", "sizeof"};
  std::vector<Token> tokens = tokens_of(text);
  std::map<std::string, std::string> declared;
  for (size_t i = 1; i + 1 < tokens.size(); ++i) {
    const Token &before = tokens[i - 1], &after = tokens[i + 1];
    if (tokens[i].kind != Token::Kind::name) continue;
    const bool behind_type = before.kind == Token::Kind::name && !no_type.contains(before.text);
    // (After a sign, a name with ( is a call: `2 * max(a, b)`.)
    const bool behind_sign = before.text == "*" || before.text == "&" || before.text == ">";
    static const std::set<std::string_view> ends = {"=", ";", ",", ")", "[", ":", ">", "{"};
    if ((behind_type && (after.text == "(" || ends.contains(after.text))) ||
        (behind_sign && ends.contains(after.text)))
      declared.try_emplace(tokens[i].text);
  }
  size_t number = 0;
  for (Token& t : tokens) {
    const auto its = t.kind == Token::Kind::name ? declared.find(t.text) : declared.end();
    if (its == declared.end()) continue;
    if (its->second.empty()) its->second = "#" + std::to_string(++number);
    t.text = its->second;
  }
  return in_one_text(tokens);
}

bool same_program(const std::string& a, const std::string& b) { return program_of(a) == program_of(b); }

}  // namespace ladder::practice
