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
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What g++ reads: no byte order mark, and lines that end in a backslash, with blanks behind it or not, are joined before
// anything else is looked at.
struct Joined {
  std::string text;
  std::vector<int> line;  // of each character
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
      // Blanks behind a backslash that joins nothing are looked at once, and not again for each backslash.
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
  std::string raw() {  // at the quote of R"mark(…)mark"
    const size_t open = text_.find('(', at_ + 1);
    if (open == std::string::npos || open - at_ > 17) return quoted();
    const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
    const size_t close = text_.find(end, open);
    const std::string inside = text_.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    at_ = close == std::string::npos ? text_.size() : close + end.size();
    return inside;
  }

  // Behind #include: in a header's name nothing is a comment, and a backslash is a letter.
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

// Names that begin with two underscores are the compiler's and the executor's. These are CUDA's, also those that are gone (their
// users are told by build()), and what everybody knows.
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
                                                   "__syncthreads",
                                                   "__syncthreads_count",
                                                   "__syncthreads_and",
                                                   "__syncthreads_or",
                                                   "__syncwarp",
                                                   "__activemask",
                                                   "__ballot",
                                                   "__all",
                                                   "__any",
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
                                                   "__rhadd",
                                                   "__saturatef",
                                                   "__nanosleep",
                                                   "__trap",
                                                   "__assert_fail",
                                                   "__isGridConstant",
                                                   "__cvta_generic_to_shared",
                                                   "__nv_bfloat16",
                                                   "__nv_bfloat162"};
  if (words.contains(name)) return true;
  for (const char* begin :
       {"__shfl_",   "__reduce_", "__float",  "__int",    "__uint",  "__ll2",    "__ull2",   "__double",
        "__half",    "__fadd_",   "__fsub_",  "__fmul_",  "__fdiv",  "__fma",    "__frcp_",  "__fsqrt_",
        "__frsqrt_", "__dadd_",   "__dsub_",  "__dmul_",  "__ddiv_", "__drcp_",  "__dsqrt_", "__dp2a",
        "__dp4a",    "__hadd",    "__hsub",   "__hmul",   "__hdiv",  "__hfma",   "__hneg",   "__habs",
        "__hmin",    "__hmax",    "__heq",    "__hne",    "__hlt",   "__hle",    "__hgt",    "__hge",
        "__hequ",    "__hisnan",  "__hisinf", "__h2div",  "__sinf",  "__cosf",   "__tanf",   "__expf",
        "__exp10f",  "__logf",    "__log2f",  "__log10f", "__powf",  "__sincosf"})
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
  const auto is_word = [](std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
  };
  const std::string_view name = header;
  for (const std::string_view folder : {"stage/", "tracks/"})
    if (name.starts_with(folder) && name.ends_with(".h"))
      return is_word(name.substr(folder.size(), name.size() - folder.size() - 2));
  if (c_and_cuda.contains(header)) return true;
  return !not_these.contains(header) && is_word(name);
}

// Characters that g++ takes in its own way, or that a reader does not see. "": there are none.
std::string odd_characters(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  int line = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool ends_a_line = c == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if ((c < 32 && c != '\n' && c != '\t' && !ends_a_line) || c == 127)
      return fmt::format("line {}: it has a control character (number {})", line, c);
    if (c == '?' && (text.substr(i).starts_with("?\?/") || text.substr(i).starts_with("?\?=")))
      return fmt::format("line {}: it has a trigraph ({})", line, text.substr(i, 3));
    line += c == '\n';
  }
  return "";
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// What a directive does that the words here do not show. "": nothing.
std::string odd_directive(const std::vector<Token>& all, size_t sharp) {
  static const std::set<std::string_view> known = {"include", "define", "undef",   "if",
                                                   "ifdef",   "ifndef", "elif",    "else",
                                                   "endif",   "error",  "warning", "pragma"};
  if (sharp + 1 >= all.size() || all[sharp + 1].first) return "";
  const Token& directive = all[sharp + 1];
  if (directive.kind == Token::Kind::number || directive.text == "line")
    return "it gives its lines other numbers (#line)";
  if (!known.contains(directive.text)) return "it has #" + directive.text.substr(0, 40);
  if (directive.text == "pragma" && !is(all, sharp + 2, "unroll") && !is(all, sharp + 2, "once") &&
      !is(all, sharp + 2, "nv_diag_suppress"))
    return "it has a #pragma other than unroll";
  if (directive.text != "include") return "";
  if (sharp + 2 >= all.size() || all[sharp + 2].kind != Token::Kind::header)
    return "it includes what a macro names";
  if (sharp + 3 < all.size() && !all[sharp + 3].first) return "something stands behind the name of a header";
  return "";
}

}  // namespace

std::string not_for_kernels(const std::string& text) {
  static const std::set<std::string_view>
      words = {"asm", "naked", "ifunc", "include_next", "launch_on_each"},
      // The executor's and the compiler's. As macros, or as another name's, too.
      never = {"simt", "gnu", "_Pragma"}, harness = {"os", "bench", "check", "practice", "data"};
  const auto because = [](int line, const std::string& what) {
    return fmt::format("line {}: {}, which is not for kernels: the executor could not see what it does", line,
                       what);
  };
  if (const std::string odd = odd_characters(text); !odd.empty()) return odd;
  const std::vector<Token> all = tokens_of(text);
  bool has_macro = false;
  for (size_t i = 0; i < all.size(); ++i) {
    const Token& t = all[i];
    if (t.kind == Token::Kind::name) {
      if (!is_ascii(t.text)) return because(t.line, "it has a letter in a name that is not of ASCII");
      const bool after_dot = i > 0 && (all[i - 1].text == "." || all[i - 1].text == ">");
      const bool qualifies = is(all, i + 1, ":") && is(all, i + 2, ":");
      const bool other_name = i > 0 && (is(all, i - 1, "namespace") ||
                                        (is(all, i - 1, "=") && i > 2 && is(all, i - 3, "namespace")));
      if (never.contains(t.text) || (harness.contains(t.text) && (qualifies || other_name)) ||
          (words.contains(t.text) && !after_dot) || t.text.starts_with("no_sanitize"))
        return because(t.line, "it says " + t.text);
      // Those of compilers and libraries, and of what they make of other names.
      const bool reserved =
          t.text.starts_with("__")
              ? !is_cudas(t.text)
              : t.text.size() > 1 && t.text[0] == '_' && std::isupper(static_cast<unsigned char>(t.text[1]));
      if (reserved || t.text.starts_with("simt_") || t.text.starts_with("SIMT_") ||
          t.text.find("tsan") != std::string::npos)
        return because(t.line, "it uses " + t.text.substr(0, 100));
      if (t.text == "stage" && i > 0 && is(all, i - 1, "namespace") && is(all, i + 1, "{"))
        return because(t.line, "it adds to the namespace stage");
      if (t.text == "import" && t.first) return because(t.line, "it says import");
    }
    // Some compilers take the quote of 1' for a part of the number.
    if (t.kind == Token::Kind::number && i + 1 < all.size() && all[i + 1].kind == Token::Kind::text)
      return because(t.line, "a text stands behind the number " + t.text.substr(0, 40));
    if (t.kind == Token::Kind::raw_text) return because(t.line, "it has a raw text, R\"(…)\"");
    if (t.kind == Token::Kind::header && !is_for_kernels(t.text))
      return fmt::format(
          "line {}: it includes {}. A kernel file includes its track's header (\"tracks/…\"), headers of the "
          "C++ "
          "standard library (but for filesystem, fstream, thread and coroutine), and of CUDA's "
          "cooperative_groups.h, cuda.h, cuda_bf16.h, cuda_fp16.h, cuda_runtime.h and "
          "device_launch_parameters.h: put what you need of another one into this file",
          t.line, t.text);
    if (t.kind != Token::Kind::sign) continue;
    if (t.text == "#" && is(all, i + 1, "#") && !all[i + 1].first)
      return because(t.line, "it joins names with ##");
    if (t.text == "%" && is(all, i + 1, ":")) return because(t.line, "it writes # as %:");
    if (t.text == "\\") return because(t.line, "it has a backslash outside of a text");
    if (!t.first || t.text != "#") continue;
    if (const std::string odd = odd_directive(all, i); !odd.empty()) return because(t.line, odd);
    // What a macro replaces in a header is the executor's own.
    if ((is(all, i + 1, "define") || is(all, i + 1, "undef"))) has_macro = true;
    if (is(all, i + 1, "include") && has_macro)
      return because(t.line, "an #include stands behind a #define (put the headers first)");
  }
  return "";
}

std::string program_of(const std::string& text) {
  std::string all;
  for (const Token& t : tokens_of(text)) {
    all += static_cast<char>('0' + static_cast<int>(t.kind));
    all += t.text;
    all += '\0';  // no token has one
  }
  return all;
}

bool same_program(const std::string& a, const std::string& b) { return program_of(a) == program_of(b); }

namespace {

// Words that say what is done. All other names are the author's choice.
bool says_what_is_done(const std::string& name) {
  static const std::set<std::string_view> words = {
      "if",       "else",     "for",    "while",    "do",        "return", "break",  "continue",  "switch",
      "case",     "template", "struct", "class",    "constexpr", "const",  "static", "unsigned",  "int",
      "float",    "double",   "bool",   "char",     "size_t",    "auto",   "void",   "threadIdx", "blockIdx",
      "blockDim", "gridDim",  "sizeof", "volatile", "true",      "false"};
  return words.contains(name) || name.starts_with("__") || name.starts_with("atomic");
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
  constexpr size_t kMostWords = 50'000;  // a kernel has three thousand
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

bool holds(const Pieces& pieces, uint64_t one) {
  return std::binary_search(pieces.begin(), pieces.end(), one);
}

}  // namespace

Pieces pieces_of(const std::string& text, size_t length) {
  std::vector<uint64_t> words;
  for (const std::string& word : plain_words(text)) words.push_back(std::hash<std::string>()(word));
  Pieces pieces;
  for (size_t i = 0; i + length <= words.size(); ++i) {
    uint64_t piece = 0;
    for (size_t k = 0; k < length; ++k) piece = (piece ^ words[i + k]) * 0x9e3779b97f4a7c15u + (piece >> 29);
    pieces.push_back(piece);
  }
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  return pieces;
}

double gone(const std::string& text, const std::string& before, const std::string& after) {
  constexpr size_t kPiece = 3;
  const Pieces here = pieces_of(text, kPiece), there = pieces_of(after, kPiece);
  size_t all = 0, still = 0;
  for (const uint64_t piece : pieces_of(before, kPiece))
    if (!holds(there, piece)) ++all, still += holds(here, piece);
  return all == 0 ? 1 : 1 - static_cast<double>(still) / static_cast<double>(all);
}

Pieces without(const Pieces& pieces, const std::vector<Pieces>& known) {
  Pieces own;
  for (const uint64_t piece : pieces)
    if (std::none_of(known.begin(), known.end(), [&](const Pieces& k) { return holds(k, piece); }))
      own.push_back(piece);
  return own;
}

double likeness(const Pieces& a, const Pieces& b) {
  constexpr size_t kFewest = 12;  // pieces that a program must have of its own
  const size_t smaller = std::min(a.size(), b.size());
  if (smaller < kFewest) return -1;
  Pieces both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(smaller);
}

}  // namespace practice
