// docs.github.com, "Workflow commands for GitHub Actions": a line of output becomes an annotation on a line
// of a pull request.
#include <string_view>

#include "findings/annotations.h"
#include "findings/text.h"

namespace ladder::findings {
namespace {

// Escapes characters that would end the message or one of its properties.
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

std::string annotation(const Case& of, const Annotated& a) {
  const std::vector<Place> where = places_of(of, a);
  const Place at = where.empty() ? Place() : where.front();
  std::string properties = property("file", at.file) +
                           property("line", at.line > 0 ? std::to_string(at.line) : "") +
                           property("title", a.title);
  if (!properties.empty()) properties[0] = ' ';
  const char* command = a.severity == Severity::error     ? "::error"
                        : a.severity == Severity::warning ? "::warning"
                                                          : "::notice";
  return command + properties + "::" + escaped(text_of(a.evidence), "") + "\n";
}

}  // namespace

std::string github_annotations(const Report& report) {
  std::string out;
  for (const Case& one : report.cases)
    for (const Annotated& a : one.found) out += annotation(one, a);
  return out;
}

}  // namespace ladder::findings
