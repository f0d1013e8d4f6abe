#include "findings/object.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

using namespace ladder;

namespace ladder::findings {
namespace {

constexpr std::string_view kByte = " byte ", kBlock = "block ", kThread = ", thread ";

// Reads a number at the start of `text` and removes it. Returns false if there is none.
template <typename Number>
bool take_number(std::string_view& text, Number& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

// The inverse of text(). Any other text is a name.
Object object_in(const std::string& text) {
  Object found;
  std::string_view rest = text;
  if (take(rest, "0x") && take_number(rest, found.address.emplace(), 16) && rest.empty()) return found;
  rest = text;
  const size_t begin = std::min(rest.find('['), rest.size());
  found = {.name = std::string(rest.substr(0, begin))};
  rest.remove_prefix(begin);
  while (take(rest, "["))
    if (!take_number(rest, found.index.emplace_back()) || !take(rest, "]")) return {.name = text};
  if (!found.index.empty() && take(rest, ".")) {
    const size_t end = std::min(rest.find(' '), rest.size());
    found.member = rest.substr(0, end);
    rest.remove_prefix(end);
  }
  if (take(rest, kByte) && !take_number(rest, found.byte)) return {.name = text};
  return rest.empty() ? found : Object{.name = text};
}

ThreadId thread_in(const std::string& text) {
  ThreadId found;
  std::string_view rest = text;
  if (!take(rest, kBlock) || !take_number(rest, found.block)) return {-1, text};
  if (take(rest, kThread)) found.thread = rest;
  return found;
}

}  // namespace

std::string Object::text() const {
  if (name.empty() && address) {
    char digits[24];
    snprintf(digits, sizeof digits, "0x%lx", static_cast<unsigned long>(*address));
    return digits;
  }
  std::string text = name;
  for (const int64_t i : index) text += "[" + std::to_string(i) + "]";
  if (!member.empty()) text += "." + member;
  return byte == 0 ? text : text + std::string(kByte) + std::to_string(byte);
}

std::string ThreadId::text() const {
  if (block < 0) return thread;
  const std::string text = std::string(kBlock) + std::to_string(block);
  return thread.empty() ? text : text + std::string(kThread) + thread;
}

}  // namespace ladder::findings

void data::JsonOf<findings::Object>::read(const Field& field, findings::Object& object) {
  object = findings::object_in(text(field));
}
void data::JsonOf<findings::ThreadId>::read(const Field& field, findings::ThreadId& id) {
  id = findings::thread_in(text(field));
}
