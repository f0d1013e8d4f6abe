// ./ladder docs: regenerates parts of README.md and docs/ from results/, the kernels and their traces; with
// --check, only reports whether they are out of date.
#include "pages/pages.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "os/repository.h"
#include "practice/exercise.h"

namespace ladder::cli {
static int docs(const Options& o) {
  ::ladder::pages::Outcome found = ::ladder::pages::update(os::repository(), o.check_only);
  std::map<std::string, std::string> broken;  // the exercises with an invalid page
  if (found.mistakes.empty()) practice::exercises(os::repository(), &broken);
  for (const auto& [id, why] : broken) found.mistakes.push_back(why);
  for (const std::string& file : found.changed)
    fmt::print("{}: {}\n", file, o.check_only ? "out of date; ./ladder docs rewrites it" : "written");
  flush_stdout();
  for (const std::string& mistake : found.mistakes) fmt::print(stderr, "ladder: {}\n", mistake);
  if (!found.mistakes.empty()) return bad_usage;
  if (!o.quiet && found.changed.empty()) fmt::print("{} marks, all up to date\n", found.marks);
  return o.check_only && !found.changed.empty() ? wrong_result : good;
}

static void declare_docs(const Syntax& s) {
  s.help("Regenerate parts of docs/ and README.md (docs/marks.md)", R"(
  ./ladder docs
  ./ladder docs --check)");
  s.flag("--check", s.options.check_only, "Write nothing; exit with status 1 if something is out of date");
}

static const Registered registered_docs{"docs", declare_docs, docs};

}  // namespace ladder::cli
