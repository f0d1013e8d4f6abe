#include "practice/source_lints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "os/files.h"
#include "os/repository.h"
#include "practice/cpp_lexer.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

using findings::Cause;
using findings::Evidence;
using findings::Findings;

// Does this header declare the name outside functions and structures?
bool declares(const std::string& text, const std::string& name) {
  const std::vector<Token> tokens = tokens_of(text);
  std::vector<bool> braces;  // for each open brace: does it belong to a namespace?
  int round = 0;             // round brackets
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i].text;
    if (word == "{") {
      size_t k = i;  // back to the start of the statement
      bool is_namespace = false;
      while (k-- > 0 && tokens[k].text != ";" && tokens[k].text != "{" && tokens[k].text != "}")
        is_namespace = is_namespace || tokens[k].text == "namespace";
      braces.push_back(is_namespace);
    }
    if (word == "}" && !braces.empty()) braces.pop_back();
    if (word == "(") ++round;
    if (word == ")") --round;
    if (word != name || round > 0 || i == 0 || i + 1 == tokens.size() ||
        !std::all_of(braces.begin(), braces.end(), [](bool b) { return b; }))
      continue;
    const Token& before = tokens[i - 1];
    const std::string& after = tokens[i + 1].text;
    const bool has_type =
        (before.kind == Token::Kind::name && before.text != "return" && before.text != "namespace") ||
        before.text == ">" || before.text == "*" || before.text == "&";
    if (has_type && (after == "=" || after == "(" || after == "{" || after == ";")) return true;
  }
  return false;
}

// The part of a header that kernels see, without the declarations that a track makes for the harness.
std::string for_kernels(const std::string& header) {
  const std::string text = os::read_text(header);
  return text.substr(0, text.find("LADDER_STATES_TRACKS"));
}

// One of the headers that a kernel file may include, such as "stage/vectors.h".
std::string header_with(const std::string& name) {
  std::vector<std::filesystem::path> headers;
  std::error_code ignored;
  for (const char* folder : {"stage", "tracks"})
    for (const auto& entry : std::filesystem::directory_iterator(
             os::in_repository(std::string("harness/ladder/") + folder), ignored))
      if (entry.path().extension() == ".h") headers.push_back(entry.path());
  std::sort(headers.begin(), headers.end());
  for (const std::filesystem::path& header : headers)
    if (declares(for_kernels(header.string()), name))
      return header.parent_path().filename().string() + "/" + header.filename().string();
  return "";
}

// "int" for "const int&".
std::string plain_type(std::string type) {
  if (type.starts_with("const ")) type.erase(0, 6);
  while (!type.empty() && (type.back() == '&' || type.back() == ' ')) type.pop_back();
  return type;
}

Evidence what_to_do(const std::string& message) {
  const auto has = [&](const char* part) { return message.find(part) != std::string::npos; };
  std::smatch found;
  const auto matches = [&](const char* pattern) {
    return std::regex_search(message, found, std::regex(pattern));
  };
  const bool of_three = has("‘const uint3’") || has("‘uint3’") || has("‘const dim3’") || has("‘dim3’");
  if (of_three && (has("operand types are") || has("cannot convert ‘") || has("error: conversion from ‘")))
    return {Cause::hint_three_parts};
  if (has("expected primary-expression before ‘<’ token") && has("<<<")) return {Cause::hint_launch};
  if (has("middle of decl") && has("alignas")) return {Cause::hint_alignas};
  if (has("a function-definition is not allowed here before ‘{’")) return {Cause::hint_closing_brace};
  if (has("assignment of read-only location ‘")) return {Cause::hint_const_written};
  if (matches("error: ‘(\\w+)’ (was not declared|has not been declared|does not name a type)"))
    if (const std::string header = header_with(found[1]); !header.empty())
      return {Cause::hint_include, {{"name", found[1].str()}, {"header", header}}};
  if (matches("from type ‘const [^’]*’ to type ‘([\\w:<>]+ ?\\*)’ casts away qualifiers"))
    return {Cause::hint_const_pointer, {{"type", found[1].str()}}};
  if (matches("error: ‘(__shfl(?:_up|_down|_xor)?|__any|__all|__ballot)’ was not declared"))
    return {Cause::hint_sync, {{"name", found[1].str()}}};
  if (has("storage size of ‘") || has("array bound is not an integer constant") ||
      has("variable-sized object"))
    return {Cause::hint_array_size};
  if (matches("error: ‘(\\w+)’ is not a constant expression") &&
      (found[1] == "job" || found[1] == "n" || found[1] == "blockDim"))
    return {Cause::hint_constexpr, {{"name", found[1].str()}}};
  if (matches("error: no matches converting function ‘(\\w+)’"))
    return {Cause::hint_template_arguments, {{"name", found[1].str()}}};
  if (matches("invalid conversion from ‘([\\w ]+)’ to ‘([\\w ]+)\\*’") &&
      found[1].str().find(found[2]) != std::string::npos)
    return {Cause::hint_address};
  if (matches("error: no matching function for call to ‘(min|max)\\(([^,]+), ([^,]+)\\)’"))
    return {Cause::hint_one_type,
            {{"name", found[1].str()}, {"one", plain_type(found[2])}, {"other", plain_type(found[3])}}};
  return {};
}

}  // namespace

Findings compiler_said(const Evidence& message) {
  if (!message.empty() && !message.is(Cause::compiler_line)) return {message};
  const std::string text = message.text("text");
  std::vector<std::string> lines = text::lines_of(text);
  // First the error itself, then the lines that lead to it.
  const auto error = std::find_if(lines.begin(), lines.end(),
                                  [](const auto& line) { return line.find("error: ") != std::string::npos; });
  const auto is_way = [](const auto& line) { return line.find("required from") != std::string::npos; };
  if (error != lines.end() && std::any_of(lines.begin(), error, is_way))
    std::rotate(lines.begin(), error, lines.end());
  Findings said;
  if (Evidence what = what_to_do(text::with_short_lines(text)); !what.empty())
    said.push_back(std::move(what));
  for (const std::string& line : lines) said.push_back({Cause::compiler_line, {{"text", line}}});
  return said;
}

Evidence whole_division(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto whole = [](const Token& t) {
    return t.kind == Token::Kind::number && t.text.find_first_not_of("0123456789uUlL") == std::string::npos;
  };
  const auto sign = [](const Token& t, const char* signs) {
    return t.kind == Token::Kind::sign && std::string(signs).find(t.text) != std::string::npos;
  };
  int sizes = 0;  // open square brackets, which enclose the size of an array
  for (size_t i = 1; i + 3 < tokens.size(); ++i) {
    if (tokens[i].text == "[") ++sizes;
    if (tokens[i].text == "]") --sizes;
    if (!whole(tokens[i]) || !sign(tokens[i + 1], "/") || !whole(tokens[i + 2]) || sign(tokens[i - 1], "*/%"))
      continue;
    const unsigned long long a = std::strtoull(tokens[i].text.c_str(), nullptr, 10),
                             b = std::strtoull(tokens[i + 2].text.c_str(), nullptr, 10);
    if (a == 0 || a >= b || sizes > 0) continue;
    return {Cause::whole_division, {{"line", tokens[i].line}, {"a", a}, {"b", b}}};
  }
  return {};
}

Evidence product_of_32_bits(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto is_number = [&](size_t i) {  // "blockIdx.x"
    return i + 2 < tokens.size() && (tokens[i].text == "blockIdx" || tokens[i].text == "gridDim") &&
           tokens[i + 1].text == ".";
  };
  for (size_t i = 1; i + 6 < tokens.size(); ++i) {
    const bool product = is_number(i) && tokens[i + 3].text == "*" && tokens[i + 4].text == "blockDim";
    // (size_t)blockIdx.x * … is a 64-bit product. In size_t{blockIdx.x} * …, a bracket precedes the operator.
    if (!product || (tokens[i - 1].text == ")" && i >= 2 && tokens[i - 2].text == "size_t")) continue;
    const std::string a = tokens[i].text + "." + tokens[i + 2].text, b = "blockDim." + tokens[i + 6].text;
    return {Cause::product_of_32_bits, {{"line", tokens[i].line}, {"a", a}, {"b", b}}};
  }
  return {};
}

Evidence assigned_sign(const std::string& text) {
  int number = 0;
  for (const std::string& line : text::lines_of(text)) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    for (size_t at = 1; at + 2 < code.size(); ++at) {
      const char sign = code[at + 1], before = code[at - 1], after = code[at + 2];
      if (code[at] != '=' || (sign != '+' && sign != '-') || before != ' ' || after != ' ') continue;
      return {Cause::assigned_sign, {{"line", number}, {"sign", std::string(1, sign)}}};
    }
  }
  return {};
}

Evidence late_condition(const std::string& text, const std::set<int>& lines) {
  const std::vector<Token> tokens = tokens_of(text);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::name || tokens[i].text != "do") continue;
    size_t end = i + 1;
    for (int depth = 0; end < tokens.size(); ++end) {
      depth += is_at(tokens, end, "{") - is_at(tokens, end, "}");
      if (depth == 0 && is_at(tokens, end, "while")) break;
    }
    const int last = tokens[std::min(end, tokens.size() - 1)].line;
    const auto line = lines.lower_bound(tokens[i].line);
    if (line != lines.end() && *line <= last) return {Cause::late_condition, {{"line", tokens[i].line}}};
  }
  return {};
}

namespace {

// Tokens [first, last) as one line.
std::string as_written(const std::vector<Token>& tokens, size_t first, size_t last) {
  std::string out;
  for (size_t i = first; i < last; ++i) {
    const bool apart =
        i > first && tokens[i].kind != Token::Kind::sign && tokens[i - 1].kind != Token::Kind::sign;
    const bool operation = std::string("+-*/<>=&|?:").find(tokens[i].text[0]) != std::string::npos;
    const bool before =
        i > first && std::string("+-*/<>=&|?:").find(tokens[i - 1].text[0]) != std::string::npos;
    if (i > first && (apart || operation != before || tokens[i - 1].text == ",")) out += ' ';
    out += tokens[i].text;
  }
  return out;
}

}  // namespace

Evidence choice_comes_last(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto is_one_of = [&](size_t i, const char* signs) {
    return i < tokens.size() && tokens[i].kind == Token::Kind::sign && !tokens[i].text.empty() &&
           std::string(signs).find(tokens[i].text[0]) != std::string::npos;
  };
  const auto is_operand = [&](size_t i) {
    return i < tokens.size() && (tokens[i].kind != Token::Kind::sign || is_one_of(i, ")]"));
  };
  const auto is_sum = [&](size_t i) {
    return i > 0 && is_one_of(i, "+-") && is_operand(i - 1) && !is_one_of(i + 1, "+-=");
  };
  constexpr size_t kLongest = 100;  // the longest expression, in tokens: limits the time for any text
  for (size_t q = 1; q < tokens.size(); ++q) {
    if (!is_one_of(q, "?")) continue;
    // To the left of the question mark: the condition, and its parts outside all brackets.
    size_t begin = q, sum = 0, compared = 0;
    int depth = 0;
    for (; begin > 0 && q - begin < kLongest; --begin) {
      const size_t i = begin - 1;
      if (is_one_of(i, ")]")) ++depth;
      if (is_one_of(i, "([") && --depth < 0) break;
      if (depth > 0) continue;
      const bool assigns = is_one_of(i, "=") && !is_one_of(i + 1, "=") && !is_one_of(i - 1, "=!<>");
      if (assigns || is_one_of(i, ",;{}?:") || tokens[i].text == "return") break;
      if (is_one_of(i, "<>=!&|")) compared = i;
      if (is_sum(i)) sum = i;
    }
    // In x = x + a < b ? c : d, the condition begins with the assigned value.
    const bool again = begin >= 2 && is_one_of(begin - 1, "=") && tokens[begin].kind == Token::Kind::name &&
                       tokens[begin - 2].text == tokens[begin].text && sum == begin + 1;
    if (sum > 0 && (compared == 0 || (again && sum < compared)))
      return {Cause::choice_comes_last, {{"line", tokens[q].line}, {"text", as_written(tokens, begin, q)}}};
    // To the right: 0 + d after the colon.
    size_t colon = q + 1;
    for (depth = 0; colon < tokens.size() && colon - q < kLongest; ++colon) {
      if (is_one_of(colon, "([?")) ++depth;
      if (is_one_of(colon, ";")) break;
      if (is_one_of(colon, ")]:") && --depth < 0) break;
    }
    if (!is_one_of(colon, ":") || colon + 3 >= tokens.size()) continue;
    if (tokens[colon + 1].kind != Token::Kind::number ||
        std::strtod(tokens[colon + 1].text.c_str(), nullptr) != 0 || !is_one_of(colon + 2, "+-"))
      continue;
    size_t end = colon + 1;
    for (depth = 0; end < tokens.size() && end - colon < kLongest && !is_one_of(end, ";,"); ++end) {
      if (is_one_of(end, "([")) ++depth;
      if (is_one_of(end, ")]") && --depth < 0) break;
    }
    return {Cause::choice_comes_last,
            {{"line", tokens[q].line}, {"text", as_written(tokens, colon + 1, end)}, {"behind", 1}}};
  }
  return {};
}

Evidence copied_element(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto is = [&](size_t i, const char* what) { return i < tokens.size() && tokens[i].text == what; };
  constexpr size_t kLongest = 500;  // the longest loop, in tokens: limits the time for any text
  for (size_t i = 0; i + 4 < tokens.size(); ++i) {
    if (!is(i, "for") || !is(i + 1, "(")) continue;
    const size_t end = std::min(tokens.size(), i + kLongest);
    size_t colon = i + 2;
    while (colon < end && !is(colon, ":") && !is(colon, ";") && !is(colon, ")") && !is(colon, "&")) ++colon;
    if (!is(colon, ":") || tokens[colon - 1].kind != Token::Kind::name) continue;
    const std::string& name = tokens[colon - 1].text;
    size_t at = colon, open = 1;  // the number of open parentheses; further down, of open braces
    while (++at < end && open > 0) open += is(at, "(") ? 1 : is(at, ")") ? -1 : 0;
    const bool braces = is(at, "{");
    for (open = 0; at + 1 < end; ++at) {
      open += is(at, "{") ? 1 : is(at, "}") ? -1 : 0;
      const std::string& sign = tokens[at + 1].text;
      const bool written = sign == "=" || sign == "+=" || sign == "-=" || sign == "*=" || sign == "/=" ||
                           (sign == "+" && is(at + 2, "=")) || (sign == "*" && is(at + 2, "="));
      if (tokens[at].text == name && !is(at - 1, ".") && written && !(sign == "=" && is(at + 2, "=")))
        return {Cause::copied_element,
                {{"line", tokens[i].line}, {"name", name}, {"type", tokens[colon - 2].text}}};
      if (open == 0 && (braces ? is(at, "}") : is(at, ";"))) break;
    }
  }
  return {};
}

bool block_is_known(const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  bool has_number = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_at(tokens, i, "blockDim")) return false;
    if (!is_at(tokens, i, "template")) continue;
    for (size_t k = i + 1; k < tokens.size() && !is_at(tokens, k, ">"); ++k)
      has_number =
          has_number || is_at(tokens, k, "int") || is_at(tokens, k, "unsigned") || is_at(tokens, k, "size_t");
  }
  return has_number;
}

int loop_around(const std::string& text, const std::set<int>& lines) {
  const std::vector<Token> tokens = tokens_of(text);
  const size_t none = tokens.size();
  std::vector<size_t> closing(tokens.size(), none),
      open;  // the position of the closing bracket for each opening one
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::sign) continue;
    if (is_at(tokens, i, "(") || is_at(tokens, i, "{")) open.push_back(i);
    if ((is_at(tokens, i, ")") || is_at(tokens, i, "}")) && !open.empty()) {
      closing[open.back()] = i;
      open.pop_back();
    }
  }
  const auto is_one_of = [&](size_t i, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return is_at(tokens, i, word); });
  };
  std::set<std::string> functions;
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::name && is_at(tokens, i + 1, "(") && closing[i + 1] < none &&
        is_at(tokens, closing[i + 1] + 1, "{") && !is_one_of(i, {"for", "while", "if", "switch"}))
      functions.insert(tokens[i].text);
  const auto end_of_statement = [&](size_t i) {
    while (i < none) {
      if (is_one_of(i, {"for", "while", "if", "switch"})) {
        ++i;
        while (i < none && !is_at(tokens, i, "(")) ++i;
        i = i < none ? closing[i] + 1 : none;
        continue;
      }
      const bool again = is_at(tokens, i, "do");
      if (again) ++i;
      if (is_at(tokens, i, "{")) i = closing[i];
      if (again || !is_at(tokens, i, "}"))
        while (i < none && !is_at(tokens, i, ";")) i = is_at(tokens, i, "(") ? closing[i] : i + 1;
      if (!is_at(tokens, i + 1, "else")) return i;
      i += 2;
    }
    return none;
  };
  size_t end_of_kernel = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_at(tokens, i, "__global__")) {
      while (i < none && !is_at(tokens, i, "{")) ++i;
      end_of_kernel = i < none ? closing[i] : none;
    }
    if (i >= end_of_kernel || !is_one_of(i, {"for", "while", "do"})) continue;
    const size_t end = std::min(end_of_statement(i), none - 1);
    bool calls = false;
    for (size_t k = i; k < end; ++k)
      calls = calls || (is_at(tokens, k + 1, "(") && functions.contains(tokens[k].text));
    const auto line = lines.lower_bound(tokens[i].line);
    if (!calls && line != lines.end() && *line <= tokens[end].line) return tokens[i].line;
    i = end;
  }
  return 0;
}

std::string extremum(const std::string& line) {
  constexpr size_t kLongest = 300;  // the longest line, in bytes, for std::regex
  if (line.size() > kLongest) return "";
  std::string code;
  for (const Token& t : tokens_of(line)) code += t.text;
  std::smatch found;
  static const std::regex called("([^=;,(){}]+)=(?:std::)?f?(max|min)f?(?:<\\w+>)?\\((.*)");
  if (std::regex_search(code, found, called) && found[3].str().find(found[1]) != std::string::npos)
    return found[2] == "max" ? "Max" : "Min";
  // The kept value is on the left of the operator if the value on its right is overwritten.
  static const std::regex stored("if\\((?:.*&&)?([^&]+)([<>])=?([^&]+)\\)\\{?(\\1|\\3)=[^=]"),
      chosen("=\\(?([^=;]+)([<>])=?([^?;]+?)\\)?\\?(\\1|\\3):");
  if (std::regex_search(code, found, stored))
    return (found[2] == ">") == (found[4] == found[3]) ? "Max" : "Min";
  if (std::regex_search(code, found, chosen))
    return (found[2] == ">") == (found[4] == found[1]) ? "Max" : "Min";
  return "";
}

}  // namespace ladder::practice
