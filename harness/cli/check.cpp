// ./ladder check: tests whether every stage is right at every awkward size and with every kind of input, and is
// free of races.
#include <fmt/format.h>

#include "cli/annotations.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/print.h"
#include "os/files.h"

namespace ladder::cli {

static int check(const Options& o) {
  select(o.ids, Pitfalls::with_the_rest);  // reports unknown names first
  Choice choice = choose_backends(o.backend);
  std::erase(choice.backends, bench::Backend::cpu);  // stages are checked against the CPU references
  if (choice.backends.empty())
    throw Failure("--backend cpu: the references are not checked; use simt or cuda");
  for (const std::string& file : {o.sarif, o.junit})
    if (!file.empty()) os::check_writable(file);
  bench::Plan plan = plan_of(o, choice, Pitfalls::with_the_rest);
  plan.companions = false;
  const report::RunFile file = measured(o, choice, plan, bench::check);

  if (!o.json.empty()) report::write_file(o.json, file);
  const findings::Report found = annotations_of(file.results);
  write_annotations(o, found);
  const Tally t = tally(file.results);
  if (!o.quiet) {
    if (o.format == "text" && !o.writes_to_stdout()) print_verdicts(o, file.results);
    if (o.format != "none") fmt::print(words_of(o), "{} checks: {}.\n", file.results.size(), counted(t));
  } else {
    print_failures(file.results);
  }
  return status_of(file.results, t);
}

static void declare_check(const Syntax& s) {
  s.help("Check stages at every awkward size and with every kind of input, and look for races", R"(
  ./ladder check
  ./ladder check reduce/v3 --n 0,1,1023,1025 --block 64
  ./ladder check --backend cuda)");
  s.measuring();
  s.annotations();
  s.json();
}

static const Registered registered_check{"check", declare_check, check};

}  // namespace ladder::cli
