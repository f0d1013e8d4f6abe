#include "text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace ladder::text {
namespace {

// The size in bytes of the UTF-8 character at this position; 0: not a character.
size_t character_at(const std::string& text, size_t at) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(at);
  const size_t length = first < 0x80                    ? 1
                        : first >= 0xc2 && first < 0xe0 ? 2
                        : first >= 0xe0 && first < 0xf0 ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
    return 0;
  return length;
}

}  // namespace

std::string printable(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_at(text, at);
    const auto first = static_cast<unsigned char>(text[at]);
    // Characters that move the cursor or change the writing direction are replaced.
    const bool controls =
        length == 1   ? (first < 32 && first != '\n' && first != '\t') || first == 127
        : length == 2 ? first == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0
        : length == 3
            ? (text.compare(at, 2, "\xe2\x80") == 0 &&
               ((static_cast<unsigned char>(text[at + 2]) >= 0x8b &&
                 static_cast<unsigned char>(text[at + 2]) <= 0x8f) ||
                (static_cast<unsigned char>(text[at + 2]) >= 0xa8 &&
                 static_cast<unsigned char>(text[at + 2]) <= 0xae))) ||
                  (text.compare(at, 2, "\xe2\x81") == 0 && static_cast<unsigned char>(text[at + 2]) >= 0xa6 &&
                   static_cast<unsigned char>(text[at + 2]) <= 0xa9) ||
                  text.compare(at, 3, "\xef\xbf\xbe") == 0 || text.compare(at, 3, "\xef\xbf\xbf") == 0
            : false;
    if (length == 0 || controls)
      out += "\xef\xbf\xbd";
    else
      out += text.substr(at, length);
    at += std::max<size_t>(length, 1);
  }
  return out;
}

std::string uri_of(const std::string& file) {
  std::string out = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte < 128 && std::isalnum(byte) != 0) ||
                       std::string_view("-._~/+").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

}  // namespace ladder::text
