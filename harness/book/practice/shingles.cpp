#include "practice/shingles.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "practice/cpp_lexer.h"

namespace ladder::practice {
namespace {

// Words that express operations. All other names were chosen by the author.
bool says_what_is_done(const std::string& name) {
  static const std::set<std::string_view> words = {
      "if",       "else",     "for",    "while",    "do",        "return", "break",  "continue",  "switch",
      "case",     "template", "struct", "class",    "constexpr", "const",  "static", "unsigned",  "int",
      "float",    "double",   "bool",   "char",     "size_t",    "auto",   "void",   "threadIdx", "blockIdx",
      "blockDim", "gridDim",  "sizeof", "volatile", "true",      "false"};
  return words.contains(name) || name.starts_with("__") || name.starts_with("atomic");
}

// Macros are expanded to their tokens; names that the author chose are all replaced by the same name.
std::vector<std::string> plain_words(const std::string& text) {
  const std::vector<Token> all = tokens_of(text);
  std::map<std::string, std::vector<Token>> macros;
  std::vector<Token> code;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!(all[i].first && all[i].text == "#")) {
      code.push_back(all[i]);
      continue;
    }
    size_t end = i + 1;
    while (end < all.size() && !all[end].first) ++end;
    if (is_at(all, i + 1, "define") && i + 2 < end)
      macros[all[i + 2].text] = {all.begin() + static_cast<std::ptrdiff_t>(i + 3),
                                 all.begin() + static_cast<std::ptrdiff_t>(end)};
    i = end - 1;
  }
  constexpr size_t kMostWords = 50'000;  // a kernel has about three thousand words
  std::vector<std::string> words;
  const auto add = [&](const Token& t) {
    words.push_back(t.kind == Token::Kind::name && !says_what_is_done(t.text) ? "name"
                    : t.kind == Token::Kind::text                             ? "text"
                                                                              : t.text);
    return words.size() < kMostWords;
  };
  for (const Token& t : code) {
    const auto macro = t.kind == Token::Kind::name ? macros.find(t.text) : macros.end();
    if (macro == macros.end()) {
      if (!add(t)) return words;
      continue;
    }
    for (const Token& inside : macro->second)
      if (!add(inside)) return words;
  }
  return words;
}

bool holds(const Shingles& shingles, uint64_t one) {
  return std::binary_search(shingles.begin(), shingles.end(), one);
}

}  // namespace

Shingles shingles_of(const std::string& text, size_t length) {
  std::vector<uint64_t> words;
  for (const std::string& word : plain_words(text)) words.push_back(std::hash<std::string>()(word));
  Shingles shingles;
  for (size_t i = 0; i + length <= words.size(); ++i) {
    uint64_t shingle = 0;
    for (size_t k = 0; k < length; ++k)
      shingle = (shingle ^ words[i + k]) * 0x9e3779b97f4a7c15u + (shingle >> 29);
    shingles.push_back(shingle);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

double fraction_replaced(const std::string& text, const std::string& before, const std::string& after) {
  constexpr size_t kWords = 3;
  const Shingles here = shingles_of(text, kWords), there = shingles_of(after, kWords);
  size_t all = 0, still = 0;
  for (const uint64_t shingle : shingles_of(before, kWords))
    if (!holds(there, shingle)) ++all, still += holds(here, shingle);
  return all == 0 ? 1 : 1 - static_cast<double>(still) / static_cast<double>(all);
}

}  // namespace ladder::practice
