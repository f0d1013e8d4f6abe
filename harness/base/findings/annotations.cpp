#include "findings/annotations.h"

#include <string_view>

#include "findings/text.h"

namespace ladder {
namespace {

// What would end the message, or one of its properties.
std::string escaped(const std::string& text, std::string_view more) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || more.find(c) != std::string_view::npos) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      out += {'%', kDigits[static_cast<unsigned char>(c) / 16], kDigits[static_cast<unsigned char>(c) % 16]};
    } else {
      out += c;
    }
  }
  return out;
}
std::string property(const char* name, const std::string& value) {
  return value.empty() ? "" : std::string(",") + name + "=" + escaped(value, ":,");
}

}  // namespace

std::string github_annotation(const Annotated& at, const Evidence& evidence) {
  std::string properties = property("file", at.file) +
                           property("line", at.line > 0 ? std::to_string(at.line) : "") +
                           property("title", at.title);
  if (!properties.empty()) properties[0] = ' ';
  return std::string(at.error ? "::error" : "::notice") + properties + "::" + escaped(text_of(evidence), "") +
         "\n";
}

}  // namespace ladder
