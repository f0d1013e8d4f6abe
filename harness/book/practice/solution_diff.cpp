#include "practice/solution_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "practice/cpp_lexer.h"

namespace ladder::practice {
namespace {

using findings::Cause;
using findings::Evidence;
using Tokens = std::vector<Token>;
using Kind = Token::Kind;

constexpr size_t kFewLines = 2, kMostDifferent = 60;  // counted from the first difference to the last
constexpr size_t kFewWords = 16;                      // the maximum number of words shown
constexpr size_t kMostCompared = 600;  // tokens of each text, between the first and the last difference

// Joins the characters of operators that have several.
Tokens tokens_with_signs(const std::string& text) {
  static const std::set<std::string> longer = {"+=", "-=", "*=", "/=", "%=",  "&=", "|=", "^=",
                                               "==", "!=", "<=", ">=", "&&",  "||", "<<", ">>",
                                               "++", "--", "->", "::", "<<=", ">>="};
  Tokens all;
  for (Token& t : tokens_of(text)) {
    if (!all.empty() && t.kind == Kind::sign && all.back().kind == Kind::sign && all.back().line == t.line &&
        longer.contains(all.back().text + t.text))
      all.back().text += t.text;
    else
      all.push_back(std::move(t));
  }
  return all;
}

// Matches the names that occur in only one of the texts at their first declarations.
class OwnNames {
 public:
  OwnNames(const Tokens& reader, const Tokens& solution) {
    std::set<std::string> of_reader, of_solution;
    for (const Token& t : reader) of_reader.insert(t.text);
    for (const Token& t : solution) of_solution.insert(t.text);
    for (const std::string& name : declared(reader))
      if (!of_solution.contains(name)) own_.insert(name);
    for (const std::string& name : declared(solution))
      if (!of_reader.contains(name)) theirs_.insert(name);
  }

  bool same(const Token& reader, const Token& solution) {
    if (reader.kind != solution.kind) return false;
    if (reader.text == solution.text) return true;
    if (reader.kind != Kind::name || !own_.contains(reader.text) || !theirs_.contains(solution.text))
      return false;
    const auto to = meaning_.emplace(reader.text, solution.text).first;
    const auto back = taken_.emplace(solution.text, reader.text).first;
    return to->second == solution.text && back->second == reader.text;
  }

 private:
  // Names after a type: "unsigned s", "float* partial", "T& other".
  static std::set<std::string> declared(const Tokens& all) {
    static const std::set<std::string> no_type = {"return", "else",   "do",     "goto",  "case",
                                                  "new",    "delete", "sizeof", "throw", "operator"};
    static const std::set<std::string> built_in = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                   "warpSize"};
    std::set<std::string> names;
    for (size_t i = 2; i < all.size(); ++i) {
      const bool pointer = all[i - 1].text == "*" || all[i - 1].text == "&";
      const Token& type = all[pointer ? i - 2 : i - 1];
      const bool is_type = (type.kind == Kind::name && !no_type.contains(type.text)) || type.text == ">";
      if (all[i].kind == Kind::name && is_type && !built_in.contains(all[i].text)) names.insert(all[i].text);
    }
    return names;
  }

  std::set<std::string> own_, theirs_;
  std::map<std::string, std::string> meaning_, taken_;
};

struct Difference {  // token ranges in the two texts, end exclusive
  size_t begin = 0, end = 0, solution_begin = 0, solution_end = 0;
};

// The longest token sequences that the texts have in common, between their first and last differences.
std::vector<Difference> differences(const Tokens& a, const Tokens& b) {
  OwnNames names(a, b);
  size_t front = 0, back = 0;
  while (front < a.size() && front < b.size() && names.same(a[front], b[front])) ++front;
  const size_t most = std::min(a.size(), b.size()) - front;
  while (back < most && names.same(a[a.size() - 1 - back], b[b.size() - 1 - back])) ++back;
  const size_t rows = a.size() - front - back, columns = b.size() - front - back;
  if (rows + columns == 0) return {};
  if (rows > kMostCompared || columns > kMostCompared) return {{0, a.size(), 0, b.size()}};
  std::vector<std::vector<unsigned>> common(rows + 1, std::vector<unsigned>(columns + 1));
  for (size_t i = rows; i-- > 0;)
    for (size_t k = columns; k-- > 0;)
      common[i][k] = names.same(a[front + i], b[front + k]) ? common[i + 1][k + 1] + 1
                                                            : std::max(common[i + 1][k], common[i][k + 1]);
  std::vector<Difference> all;
  bool open = false;
  for (size_t i = 0, k = 0; i < rows || k < columns;) {
    const bool same = i < rows && k < columns && names.same(a[front + i], b[front + k]);
    if (same) {
      ++i, ++k, open = false;
      continue;
    }
    if (!open) all.push_back({front + i, front + i, front + k, front + k});
    open = true;
    if (k == columns || (i < rows && common[i + 1][k] >= common[i][k + 1]))
      all.back().end = front + ++i;
    else
      all.back().solution_end = front + ++k;
  }
  return all;
}

// Shifts missing or surplus tokens to the start of a statement, if possible.
void turn_to_statement(size_t& begin, size_t& end, size_t& other, const Tokens& all) {
  const auto ends = [&](size_t i) { return all[i].text == ";" || all[i].text == "{" || all[i].text == "}"; };
  size_t turns = 0;
  while (turns < begin && turns < end - begin && !ends(begin - 1 - turns)) {
    if (all[begin - 1 - turns].text != all[end - 1 - turns].text) return;
    ++turns;
  }
  if (turns == begin) return;
  begin -= turns, end -= turns, other -= turns;
}

bool is_statement(const Tokens& all, size_t begin, size_t end) {
  const std::string& last = all[end - 1].text;
  return begin > 0 && (last == ";" || last == "}") &&
         (all[begin - 1].text == ";" || all[begin - 1].text == "{" || all[begin - 1].text == "}");
}

std::string words_of(const Tokens& all, size_t begin, size_t end) {
  static const std::set<std::string> joins = {".", "->", "::", "(", "[", "{", "!", "~"},
                                     joined = {".", "->", "::", ")", "]", "}", ";", ",", "[", "++", "--"},
                                     spaced = {"if", "for", "while", "switch", "return"};
  std::string out;
  for (size_t i = begin; i < end; ++i) {
    const bool called =
        all[i].text == "(" && i > begin && all[i - 1].kind == Kind::name && !spaced.contains(all[i - 1].text);
    if (i > begin && !called && !joins.contains(all[i - 1].text) && !joined.contains(all[i].text)) out += ' ';
    out += all[i].text;
  }
  return out;
}

std::string kind_of_word(const Tokens& all, size_t begin, size_t end) {
  static const std::set<std::string> types = {"int",   "unsigned", "float",    "double",
                                              "bool",  "char",     "size_t",   "long",
                                              "short", "auto",     "uint32_t", "uint64_t"};
  if (end - begin != 1) return "";
  if (all[begin].kind == Kind::number) return "number";
  if (all[begin].text == "true" || all[begin].text == "false" || all[begin].text == "nullptr") return "";
  if (all[begin].kind == Kind::name) return types.contains(all[begin].text) ? "type" : "name";
  return all[begin].kind == Kind::sign ? "operator" : "";
}

// The number of statements that begin here.
size_t count_of_statements(const Tokens& all, size_t begin, size_t end) {
  size_t count = 0;
  int depth = 0;
  for (size_t i = begin; i < end; ++i) {
    const std::string& sign = all[i].text;
    if (sign == "(" || sign == "[" || sign == "{") ++depth;
    if (sign == ")" || sign == "]" || sign == "}") --depth;
    const bool closes_block = sign == "}" && (i + 1 == end || all[i + 1].kind == Kind::name);  // not T{0}
    if (depth == 0 && (sign == ";" || closes_block)) ++count;
  }
  return count;
}

// The range, extended to include the matching brackets if they are near.
std::pair<size_t, size_t> whole_brackets(const Tokens& all, size_t begin, size_t end) {
  const auto depth = [&](size_t i) {
    const std::string& sign = all[i].text;
    return sign == "(" || sign == "[" || sign == "{" ? 1 : sign == ")" || sign == "]" || sign == "}" ? -1 : 0;
  };
  int open = 0, missing = 0;
  for (size_t i = begin; i < end; ++i) {
    open += depth(i);
    if (open < 0) ++missing, open = 0;
  }
  size_t first = begin, last = end;
  for (int up = 0; missing > 0 && first > 0 && begin - first < kFewWords;) {
    up += depth(--first);
    if (up > 0) --missing, up = 0;
  }
  for (int down = 0; open > 0 && last < all.size() && last - end < kFewWords;) {
    down += depth(last++);
    if (down < 0) --open, down = 0;
  }
  return missing > 0 || open > 0 || all[first].line != all[last - 1].line ? std::pair(begin, end)
                                                                          : std::pair(first, last);
}

// The range, extended to whole arguments, or to whole operands of an assignment, within its line.
std::pair<size_t, size_t> whole_arguments(const Tokens& all, size_t begin, size_t end) {
  static const std::set<std::string> limits = {
      ",", ";", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&", "||", "?", "<<=", ">>=", "return"};
  const auto opens = [&](size_t i) { return all[i].text == "(" || all[i].text == "[" || all[i].text == "{"; };
  const auto closes = [&](size_t i) {
    return all[i].text == ")" || all[i].text == "]" || all[i].text == "}";
  };
  size_t first = begin, last = end;
  if (!limits.contains(all[begin].text))
    for (int depth = 0; first > 0 && all[first - 1].line == all[begin].line; --first) {
      const bool after_condition = all[first - 1].text == ")" && all[first].kind == Kind::name;
      if (depth == 0 && (opens(first - 1) || limits.contains(all[first - 1].text) || after_condition)) break;
      depth += closes(first - 1) ? 1 : opens(first - 1) ? -1 : 0;
    }
  if (!limits.contains(all[end - 1].text))
    for (int depth = 0; last < all.size() && all[last].line == all[end - 1].line; ++last) {
      if (depth == 0 && (closes(last) || limits.contains(all[last].text))) break;
      depth += opens(last) ? 1 : closes(last) ? -1 : 0;
    }
  return {first, last};
}

// False if the text is too long, or contains terminal control characters.
bool is_shown(const std::string& text) {
  return text.size() <= 80 &&
         std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; });
}

// The kind of statement that begins here.
std::string kind_of_statement(const Tokens& all, size_t begin, size_t end) {
  const std::string& first = all[begin].text;
  if (first == "if") return "if statement";
  if (first == "for" || first == "while" || first == "do") return "loop";
  if (first == "return") return "return";
  if (begin + 1 < end && all[begin].kind == Kind::name && all[begin + 1].text == "(") return "call";
  return "statement";
}

}  // namespace

Evidence one_place(const std::string& text, const std::string& solution) {
  const Tokens a = tokens_with_signs(text), b = tokens_with_signs(solution);
  const std::vector<Difference> all = differences(a, b);
  if (all.empty()) return {};
  std::set<int> lines;
  for (const Difference& d : all)
    for (size_t i = d.begin; i < std::max(d.end, d.begin + 1) && i < a.size(); ++i) lines.insert(a[i].line);
  Difference p{all.front().begin, all.back().end, all.front().solution_begin, all.back().solution_end};
  if (p.begin == p.end) turn_to_statement(p.solution_begin, p.solution_end, p.begin, b), p.end = p.begin;
  if (p.solution_begin == p.solution_end)
    turn_to_statement(p.begin, p.end, p.solution_begin, a), p.solution_end = p.solution_begin;
  const size_t words = p.end - p.begin, its_words = p.solution_end - p.solution_begin;
  if (std::max(words, its_words) > kMostDifferent || lines.size() > kFewLines) return {};
  if (words == 0 && (p.begin == 0 || p.begin == a.size())) return {};
  const int line = a[words > 0 ? p.begin : p.begin - 1].line;
  if (words == 0 && is_statement(b, p.solution_begin, p.solution_end)) {
    if (const size_t count = count_of_statements(b, p.solution_begin, p.solution_end); count > 1)
      return {Cause::statements_missing, {{"count", count}, {"line", line}}};
    return {Cause::statement_missing,
            {{"statement", kind_of_statement(b, p.solution_begin, p.solution_end)}, {"line", line}}};
  }
  if (its_words == 0 && is_statement(a, p.begin, p.end) && count_of_statements(a, p.begin, p.end) == 1)
    return {Cause::statement_too_many, {{"statement", kind_of_statement(a, p.begin, p.end)}, {"line", line}}};
  if (lines.size() > 1) return {};
  constexpr size_t kShown = 5;
  const std::string behind = words_of(a, p.begin, std::min(p.begin + kShown, a.size()));
  if (words == 0 && a[p.begin].first && is_shown(behind)) {
    return {Cause::missing_in_front,
            {{"line", a[p.begin].line},
             {"statement", kind_of_statement(b, p.solution_begin, p.solution_end)},
             {"text", behind}}};
  }
  Evidence only(Cause::line_differs, {{"line", line}});
  if (std::max(words, its_words) > kFewWords) return only;
  if (words == 0) {
    size_t first = p.begin - 1;
    while (first > 0 && p.begin - first < kShown && a[first - 1].line == line) --first;
    const std::string before = words_of(a, first, p.begin);
    return is_shown(before) ? only.add({"missing_behind", before}) : only;
  }
  const std::string kind = kind_of_word(a, p.begin, p.end);
  const bool alike = !kind.empty() && kind == kind_of_word(b, p.solution_begin, p.solution_end);
  auto [first, last] = whole_brackets(a, p.begin, p.end);
  if (its_words > 0 && !alike) std::tie(first, last) = whole_arguments(a, first, last);
  const std::string shown = words_of(a, first, last);
  if (!is_shown(shown)) return only;
  if (its_words == 0) return only.add({"surplus", shown});
  only.add({"text", shown});
  return alike ? only.add({"another", kind}) : only;
}

}  // namespace ladder::practice
