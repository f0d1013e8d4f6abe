#include "simt/trace/accessed_name.h"

#include <cctype>
#include <string>

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

}  // namespace

std::string accessed_name(const void* return_address) {
  const auto [text, column] = source_text(return_address);
  return name_at(text, column);
}

}  // namespace ladder::simt
