#include "practice/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace practice {
namespace {

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> found;
    bool first = true;
    while (skip_spaces(first)) {
      Token token{Token::Kind::sign, "", line_, first};
      first = false;
      const char c = here();
      if (starts_name(c)) {
        token.kind = Token::Kind::name;
        while (in_name(here())) token.text += take();
        if (here() == '"' && token.text.ends_with("R") && token.text.size() <= 3) {
          token.kind = Token::Kind::text;
          token.text = raw();
        } else if ((here() == '"' || here() == '\'') && token.text.size() <= 2 &&
                   (token.text == "L" || token.text == "u" || token.text == "U" || token.text == "u8")) {
          token.kind = Token::Kind::text;
          token.text = quoted();
        }
      } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        token.kind = Token::Kind::number;
        while (in_name(here()) || here() == '.' || (here() == '\'' && in_name(next()))) token.text += take();
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
  // A backslash at the end of a line joins it with the next one, anywhere but in a raw text.
  void join() {
    for (;;) {
      size_t end = at_ + 1;
      if (at_ >= text_.size() || text_[at_] != '\\') return;
      while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r')) ++end;
      if (end >= text_.size() || text_[end] != '\n') return;
      at_ = end + 1;
      ++line_;
    }
  }
  char here() {
    join();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  char take() {
    const char c = here();
    line_ += c == '\n';
    ++at_;
    return c;
  }
  bool at_end() {
    join();
    return at_ >= text_.size();
  }

  bool skip_spaces(bool& first) {
    while (!at_end()) {
      const char c = here();
      if (c == '\n') {
        first = true;
        take();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\0') {
        take();
      } else if (c == '/' && after() == '/') {
        while (!at_end() && here() != '\n') take();
      } else if (c == '/' && after() == '*') {
        take(), take();
        while (!at_end()) {
          if (take() == '*' && here() == '/') break;
        }
        if (!at_end()) take();
      } else {
        return true;
      }
    }
    return false;
  }
  char after() {  // what follows here(), over joined lines
    const size_t at = at_;
    const int line = line_;
    take();
    const char c = here();
    at_ = at, line_ = line;
    return c;
  }

  std::string quoted() {
    const char quote = take();
    std::string inside;
    while (!at_end() && here() != '\n') {
      const char c = take();
      if (c == quote) break;
      inside += c;
      if (c == '\\' && !at_end()) inside += take();
    }
    return inside;
  }
  std::string raw() {  // at the quote of R"mark(…)mark"
    ++at_;
    const size_t open = text_.find('(', at_);
    if (open == std::string::npos || open - at_ > 16) return quoted_rest();
    const std::string end = ")" + text_.substr(at_, open - at_) + "\"";
    const size_t close = text_.find(end, open);
    const std::string inside = text_.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    line_ += static_cast<int>(std::count(inside.begin(), inside.end(), '\n'));
    at_ = close == std::string::npos ? text_.size() : close + end.size();
    return inside;
  }
  std::string quoted_rest() {
    --at_;
    return quoted();
  }

  const std::string& text_;
  size_t at_ = 0;
  int line_ = 1;
};

bool is(const std::vector<Token>& all, size_t i, std::string_view text) {
  return i < all.size() && all[i].text == text;
}

}  // namespace

std::vector<Token> tokens_of(const std::string& text) { return Reader(text).all(); }

std::vector<std::string> stage_ids(const std::vector<Token>& all) {
  std::vector<std::string> ids;
  for (size_t i = 0; i + 2 < all.size(); ++i)
    if (all[i].text == "STAGE" && all[i].first && is(all, i + 1, "(") && all[i + 2].kind == Token::Kind::text)
      ids.push_back(all[i + 2].text);
  return ids;
}

namespace {

bool has(const std::set<std::string_view>& set, const std::string& text) { return set.contains(text); }

// Names that begin with two underscores are the compiler's and the executor's. These are CUDA's, and what everybody knows.
bool is_cudas(const std::string& name) {
  static const std::set<std::string_view> words = {"__global__",
                                                   "__device__",
                                                   "__host__",
                                                   "__shared__",
                                                   "__constant__",
                                                   "__restrict__",
                                                   "__restrict",
                                                   "__forceinline__",
                                                   "__noinline__",
                                                   "__inline__",
                                                   "__launch_bounds__",
                                                   "__align__",
                                                   "__managed__",
                                                   "__grid_constant__",
                                                   "__FILE__",
                                                   "__LINE__",
                                                   "__func__",
                                                   "__VA_ARGS__",
                                                   "__CUDA_ARCH__",
                                                   "__CUDACC__",
                                                   "__cplusplus",
                                                   "__has_include",
                                                   "__syncthreads",
                                                   "__syncthreads_count",
                                                   "__syncthreads_and",
                                                   "__syncthreads_or",
                                                   "__syncwarp",
                                                   "__activemask",
                                                   "__ballot_sync",
                                                   "__all_sync",
                                                   "__any_sync",
                                                   "__match_any_sync",
                                                   "__match_all_sync",
                                                   "__threadfence",
                                                   "__threadfence_block",
                                                   "__threadfence_system",
                                                   "__ldg",
                                                   "__ldcg",
                                                   "__ldca",
                                                   "__ldcs",
                                                   "__ldlu",
                                                   "__ldcv",
                                                   "__stcg",
                                                   "__stcs",
                                                   "__stwb",
                                                   "__stwt",
                                                   "__popc",
                                                   "__popcll",
                                                   "__clz",
                                                   "__clzll",
                                                   "__ffs",
                                                   "__ffsll",
                                                   "__brev",
                                                   "__brevll",
                                                   "__byte_perm",
                                                   "__funnelshift_l",
                                                   "__funnelshift_r",
                                                   "__mul24",
                                                   "__umul24",
                                                   "__mulhi",
                                                   "__umulhi",
                                                   "__mul64hi",
                                                   "__umul64hi",
                                                   "__sad",
                                                   "__usad",
                                                   "__hadd",
                                                   "__rhadd",
                                                   "__saturatef",
                                                   "__nanosleep",
                                                   "__trap",
                                                   "__assert_fail",
                                                   "__isGridConstant",
                                                   "__cvta_generic_to_shared",
                                                   "__half",
                                                   "__half2",
                                                   "__nv_bfloat16",
                                                   "__nv_bfloat162"};
  if (has(words, name)) return true;
  for (const char* begin :
       {"__shfl_",  "__reduce_", "__float", "__int",    "__uint", "__ll2",    "__ull2", "__double",
        "__half",   "__f",       "__d",     "__h",      "__sinf", "__cosf",   "__tanf", "__expf",
        "__exp10f", "__logf",    "__log2f", "__log10f", "__powf", "__sincosf"})
    if (name.starts_with(begin)) return true;
  return false;
}

// A header of the harness for kernels, of the C++ standard library, or of CUDA.
bool is_for_kernels(const std::string& header) {
  static const std::set<std::string_view> c_and_cuda = {"assert.h",
                                                        "float.h",
                                                        "limits.h",
                                                        "math.h",
                                                        "stdbool.h",
                                                        "stddef.h",
                                                        "stdint.h",
                                                        "stdio.h",
                                                        "stdlib.h",
                                                        "string.h",
                                                        "cuda.h",
                                                        "cuda_runtime.h",
                                                        "cuda_fp16.h",
                                                        "cuda_bf16.h",
                                                        "device_launch_parameters.h",
                                                        "cooperative_groups.h"};
  static const std::set<std::string_view> not_these = {"filesystem", "fstream", "thread", "coroutine"};
  if (header.starts_with("stage/") && header.find("..") == std::string::npos) return true;
  if (has(c_and_cuda, header)) return true;
  return !has(not_these, header) && std::all_of(header.begin(), header.end(), [](char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

}  // namespace

std::string not_for_kernels(const std::vector<Token>& all) {
  static const std::set<std::string_view> words = {"asm",     "no_sanitize",  "naked",         "ifunc",
                                                   "_Pragma", "include_next", "launch_on_each"},
                                          harness = {"simt",     "os",   "bench", "check",
                                                     "practice", "data", "gnu"};
  const auto because = [](const Token& t, const std::string& what) {
    return fmt::format("line {}: {}, which is not for kernels: the executor could not see what it does",
                       t.line, what);
  };
  for (size_t i = 0; i < all.size(); ++i) {
    const Token& t = all[i];
    if (t.kind == Token::Kind::name) {
      const bool after_dot = i > 0 && (all[i - 1].text == "." || all[i - 1].text == ">");
      const bool qualifies = is(all, i + 1, ":") && is(all, i + 2, ":");
      const bool opens = i > 0 && is(all, i - 1, "namespace");
      if (has(harness, t.text) ? qualifies || opens : has(words, t.text) && !after_dot)
        return because(t, "it says " + t.text);
      if (t.text.starts_with("__") && !is_cudas(t.text)) return because(t, "it uses " + t.text);
      if (t.text.starts_with("simt_") || t.text.find("tsan") != std::string::npos)
        return because(t, "it uses " + t.text);
    }
    if (t.text == "#" && t.kind == Token::Kind::sign && is(all, i + 1, "#") && all[i + 1].line == t.line)
      return because(t, "it joins names with ##");
    const bool digraph = t.first && t.text == "%" && is(all, i + 1, ":");
    if (digraph) return because(t, "it writes # as %:");
    if (t.text == "\\" && t.kind == Token::Kind::sign)
      return because(t, "it has a backslash outside of a text");
    if (!t.first || t.text != "#" || t.kind != Token::Kind::sign || i + 1 >= all.size()) continue;
    const Token& directive = all[i + 1];
    if (directive.kind == Token::Kind::number || directive.text == "line")
      return because(t, "it gives its lines other numbers (#line)");
    if (directive.text == "pragma" && !is(all, i + 2, "unroll") && !is(all, i + 2, "once") &&
        !is(all, i + 2, "nv_diag_suppress"))
      return because(t, "it has a #pragma other than unroll");
    if (directive.text != "include") continue;
    std::string header;
    if (i + 2 < all.size() && all[i + 2].kind == Token::Kind::text) {
      header = all[i + 2].text;
    } else if (is(all, i + 2, "<")) {
      for (size_t k = i + 3; k < all.size() && all[k].line == t.line && all[k].text != ">"; ++k)
        header += all[k].text;
    } else {
      return because(t, "it includes what a macro names");
    }
    if (!is_for_kernels(header))
      return fmt::format(
          "line {}: it includes {}. A kernel file includes its track's header (\"stage/…\"), the C++ "
          "standard library and CUDA's headers",
          t.line, header);
  }
  return "";
}

bool same_program(const std::string& a, const std::string& b) {
  const std::vector<Token> x = tokens_of(a), y = tokens_of(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const Token& l, const Token& r) { return l.kind == r.kind && l.text == r.text; });
}

namespace {

// Words that say what is done. All other names are the author's choice.
bool says_what_is_done(const std::string& name) {
  static const std::set<std::string_view> words = {
      "if",       "else",     "for",    "while",    "do",        "return", "break",  "continue",  "switch",
      "case",     "template", "struct", "class",    "constexpr", "const",  "static", "unsigned",  "int",
      "float",    "double",   "bool",   "char",     "size_t",    "auto",   "void",   "threadIdx", "blockIdx",
      "blockDim", "gridDim",  "sizeof", "volatile", "true",      "false"};
  return has(words, name) || name.starts_with("__") || name.starts_with("atomic");
}

// Each word in place of which a macro stands is put back; what is the author's choice becomes one and the same name.
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
    if (is(all, i + 1, "define") && i + 2 < end)
      macros[all[i + 2].text] = {all.begin() + static_cast<std::ptrdiff_t>(i + 3),
                                 all.begin() + static_cast<std::ptrdiff_t>(end)};
    i = end - 1;
  }
  constexpr size_t kMostWords = 100'000;
  std::vector<std::string> words;
  const auto add = [&](const Token& t) {
    if (words.size() < kMostWords)
      words.push_back(t.kind == Token::Kind::name && !says_what_is_done(t.text) ? "name"
                      : t.kind == Token::Kind::text                             ? "text"
                                                                                : t.text);
  };
  for (const Token& t : code) {
    const auto macro = macros.find(t.text);
    if (t.kind != Token::Kind::name || macro == macros.end())
      add(t);
    else
      for (const Token& inside : macro->second) add(inside);
  }
  return words;
}

// `length`: words of a piece.
std::set<std::string> pieces_of(const std::string& text, size_t length) {
  const std::vector<std::string> words = plain_words(text);
  std::set<std::string> pieces;
  for (size_t i = 0; i + length <= words.size(); ++i) {
    std::string piece;
    for (size_t k = 0; k < length; ++k) piece += words[i + k] + " ";
    pieces.insert(piece);
  }
  return pieces;
}

}  // namespace

double gone(const std::string& text, const std::string& before, const std::string& after) {
  constexpr size_t kPiece = 3;
  const std::set<std::string> here = pieces_of(text, kPiece), there = pieces_of(after, kPiece);
  size_t all = 0, still = 0;
  for (const std::string& piece : pieces_of(before, kPiece))
    if (!there.contains(piece)) ++all, still += here.contains(piece);
  return all == 0 ? 1 : 1 - static_cast<double>(still) / static_cast<double>(all);
}

double likeness(const std::string& a, const std::string& b, const std::vector<std::string>& known) {
  constexpr size_t kPiece = 6, kFewest = 12;  // words; pieces that a program must have of its own
  std::set<std::string> x = pieces_of(a, kPiece), y = pieces_of(b, kPiece);
  for (const std::string& text : known)
    for (const std::string& piece : pieces_of(text, kPiece)) x.erase(piece), y.erase(piece);
  const size_t smaller = std::min(x.size(), y.size());
  if (smaller < kFewest) return -1;
  std::vector<std::string> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(smaller);
}

}  // namespace practice
