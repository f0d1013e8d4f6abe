#include "simt/trace/accessed_name.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "platform/source.h"

namespace ladder::simt {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Finds a name like "a.data" that ends the text before `end`, apart from spaces and bracketed expressions.
std::string name_before(const std::string& text, size_t end) {
  while (end > 0) {
    const char c = text[end - 1];
    if (c == ' ') {
      --end;
    } else if (c == ']') {
      int open = 0;
      do {
        --end;
        open += text[end] == ']' ? 1 : text[end] == '[' ? -1 : 0;
      } while (open > 0 && end > 0);
    } else {
      break;
    }
  }
  size_t begin = end;
  while (begin > 0 && (in_name(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  return text.substr(begin, end - begin);
}

std::string name_after(const std::string& text, size_t begin) {
  while (begin < text.size() && (text[begin] == ' ' || text[begin] == '(')) ++begin;
  size_t end = begin;
  while (end < text.size() && (in_name(text[end]) || text[end] == '.')) ++end;
  return text.substr(begin, end - begin);
}

// The column of an access is the column of the last bracket in a[i], the star in *p, the name after p->, or the
// operator of an assignment.
std::string name_at(const std::string& text, size_t column) {
  if (column >= text.size()) return "";
  const char c = text[column], next = column + 1 < text.size() ? text[column + 1] : ' ';
  if (c == ']') return name_before(text, column + 1);
  if (c == '*' && next != '=') return name_after(text, column + 1);
  if (c == '=' || next == '=' || (text.compare(column, 3, "<<=") == 0 || text.compare(column, 3, ">>=") == 0))
    return name_before(text, column);
  return "";
}

// The column is that of the member's name, or of the operator of an assignment to it.
std::string structures_name_at(const std::string& text, size_t end) {
  if (end >= text.size()) return "";
  if (!in_name(text[end]))
    while (end > 0 && text[end - 1] == ' ') --end;
  while (end > 0 && in_name(text[end - 1])) --end;
  for (;;) {
    if (text.compare(end - std::min<size_t>(end, 2), 2, "->") == 0)
      end -= 2;
    else if (end > 0 && text[end - 1] == '.')
      --end;
    else
      return "";
    const std::string name = name_before(text, end);
    if (name.empty() || name[0] != '.') return name;
    end = text.rfind(name, end - name.size()) + 1;  // a member of a member
  }
}

}  // namespace

std::string structures_name(const void* return_address) {
  const auto [text, column] = source_text(return_address);
  return structures_name_at(text, column);
}

std::string accessed_name(const void* return_address) {
  const auto [text, column] = source_text(return_address);
  return name_at(text, column);
}

bool encloses(std::string_view line, size_t open, size_t column) {
  if (open >= column || column > line.size()) return false;
  int depth = 0;
  for (const char letter : line.substr(open, column - open)) {
    depth += (letter == '(') - (letter == ')');
    if (depth == 0) return false;  // this bracket is closed, and another may be open
  }
  return true;
}

bool in_condition(const void* return_address) {
  static auto& known = *new std::unordered_map<const void*, bool>;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace(return_address, false);
  if (!is_new) return entry->second;
  const auto [line, column] = source_text(return_address);
  for (const std::string_view word : {"if", "while"}) {
    const size_t at = std::string_view(line).substr(0, column).rfind(word);
    if (at == line.npos || (at > 0 && in_name(line[at - 1]))) continue;
    const size_t open = line.find_first_not_of(' ', at + word.size());
    entry->second |= open != line.npos && line[open] == '(' && encloses(line, open, column);
  }
  return entry->second;
}

}  // namespace ladder::simt
