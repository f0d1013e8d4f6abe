#include "cli/annotations.h"

#include <cstdio>

#include "os/files.h"
#include "os/repository.h"
#include "practice/diagnosis.h"
#include "text/lines.h"

namespace ladder::cli {

using findings::Annotated;
using findings::Cause;
using findings::Evidence;

void write_annotations(const Options& o, findings::Report report) {
  report.version = os::version();
  if (!o.sarif.empty()) os::write_text(o.sarif, sarif(report));
  if (!o.junit.empty()) os::write_text(o.junit, junit(report));
  if (o.format == "github" && !o.quiet) std::fputs(github_annotations(report).c_str(), stdout);
}

namespace {

findings::Place place_of(const Evidence& evidence) {
  return {evidence.text("file"), static_cast<int>(evidence.number("line")), evidence.text("thread"),
          evidence.text("access")};
}

// "on line 7, …"; the line is in the judged file.
int line_said(const Evidence& evidence) {
  if (evidence.is(Cause::in_line)) return static_cast<int>(evidence.number("line"));
  const Evidence* inner = evidence.part("what");
  return inner != nullptr ? line_said(*inner) : 0;
}

}  // namespace

std::vector<Annotated> compiler_errors(const Evidence& message) {
  std::vector<Annotated> errors;
  const auto add = [&](const findings::Place& at, const Evidence& evidence) {
    errors.push_back(
        {.kind = "does_not_compile", .title = "does not compile", .where = {at}, .evidence = evidence});
  };
  if (!message.is(Cause::compiler_line))
    add(message.is(Cause::in_file) ? place_of(message) : findings::Place(), message);
  else
    for (const std::string& line : text::lines_of(message.text("text")))
      if (const findings::Place at = findings::place_in(line); at.line > 0 || errors.empty())
        add(at, findings::recorded(line));
  return errors;
}

Annotated missed_step(const std::string& what, const std::string& title, const std::string& file,
                      const Evidence& said, const findings::Findings& told) {
  Annotated missed{.kind = what, .title = title, .evidence = said};
  const Evidence *reason = nullptr, *compared = nullptr;  // the fault; the difference from the solution
  for (const Evidence& e : told) {
    const bool a_place = e.is(Cause::place);
    if (!a_place && !missed.where.empty()) break;  // the rest is a separate finding
    if (a_place && e.has("file")) missed.where.push_back(place_of(e));
    if (a_place || e.is(Cause::table_row)) continue;
    const Evidence*& first = practice::compares_with_solution(e) ? compared : reason;
    if (first == nullptr) first = &e;
  }
  if (reason == nullptr) reason = compared;
  if (missed.where.empty() && what == "builds")
    for (const Evidence& e : told)
      if (const findings::Place at = findings::place_in(e.text("text"));
          e.is(Cause::compiler_line) && at.line > 0) {
        missed.where.push_back(at);
        if (reason->is(Cause::compiler_line)) reason = &e;
        break;
      }
  if (reason != nullptr) {
    missed.evidence = {Cause::step_and_reason, {{"said", said}, {"reason", *reason}}};
    if (missed.where.empty()) missed.where.push_back({file, line_said(*reason)});
  }
  return missed;
}

}  // namespace ladder::cli
