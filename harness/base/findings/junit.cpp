// JUnit's XML, in the form that GitLab, Jenkins and GitHub's actions read: a test case for each item
// examined. (For Jenkins, the part of a class name before the last dot is a package, so class names contain
// no dot.)
#include <fmt/format.h>

#include <algorithm>

#include "findings/annotations.h"
#include "findings/text.h"
#include "text/printable.h"

namespace ladder::findings {
namespace {

enum class In {
  attribute,
  element
};  // a parser joins the lines of an attribute unless line ends are escaped
std::string xml(const std::string& text, In in = In::attribute) {
  std::string out;
  for (const char c : text::printable(text))
    out += c == '<'                           ? "&lt;"
           : c == '>'                         ? "&gt;"
           : c == '&'                         ? "&amp;"
           : c == '"'                         ? "&quot;"
           : c == '\n' && in == In::attribute ? "&#10;"
                                              : std::string(1, c);
  return out;
}

std::string lines_of(const Annotated& a) {
  std::string out;
  for (const Place& at : a.where)
    if (!at.file.empty())
      out += fmt::format("{}{}\n", at.file, at.line > 0 ? fmt::format(":{}", at.line) : "");
  return out + text_of(a.evidence);
}

std::string test_case(const Case& one) {
  std::string group = one.group;
  std::replace(group.begin(), group.end(), '.', '_');
  std::string out = fmt::format("  <testcase classname=\"{}\" name=\"{}\"", xml(group), xml(one.name));
  if (!one.file.empty()) out += fmt::format(" file=\"{}\"", xml(one.file));
  out += fmt::format(" time=\"{:.3f}\"", one.seconds);
  std::string inside, errors, remarks;
  const Annotated* first = nullptr;
  for (const Annotated& a : one.found) {
    const bool error = a.severity == Severity::error;
    std::string& text = error ? errors : remarks;
    text += (text.empty() ? "" : "\n\n") + lines_of(a);
    if (error && first == nullptr) first = &a;
  }
  if (!one.skipped.empty()) inside += fmt::format("    <skipped message=\"{}\"/>\n", xml(one.skipped));
  if (first != nullptr)
    inside +=
        fmt::format("    <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", one.not_judged ? "error" : "failure",
                    xml(first->kind), xml(text_of(first->evidence)), xml(errors, In::element));
  if (!remarks.empty()) inside += fmt::format("    <system-out>{}</system-out>\n", xml(remarks, In::element));
  return out + (inside.empty() ? "/>\n" : ">\n" + inside + "  </testcase>\n");
}

}  // namespace

std::string junit(const Report& report) {
  std::string cases;
  size_t failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  for (const Case& one : report.cases) {
    cases += test_case(one);
    seconds += one.seconds;
    skipped += !one.skipped.empty();
    (one.not_judged ? errors : failures) += one.failed();
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"ladder {}\" tests=\"{}\" "
      "failures=\"{}\" "
      "errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      report.command, report.cases.size(), failures, errors, skipped, seconds, cases);
}

}  // namespace ladder::findings
