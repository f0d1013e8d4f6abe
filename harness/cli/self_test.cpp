#include "cli/self_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "check/tasks.h"
#include "cli/backend.h"
#include "cli/exit.h"
#include "cli/measuring.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "os/interrupt.h"
#include "os/repository.h"
#include "stage/registry.h"
#include "tables/groups.h"
#include "text/style.h"
#include "try/build.h"
#include "try/report.h"
#include "try/run.h"

namespace ladder::cli {
namespace {

namespace style = text::style;
using simt_runtime::Seen;

constexpr const char* kPrograms = "harness/executor/tests/self_test.cu";
// Causes that end a program, and limits of the executor, which no detector finds.
const std::set<std::string> kNotDetected = {"timeout", "too_much_memory", "not_possible", "not_watched"};

class Verdicts {
 public:
  explicit Verdicts(const Options& o) : quiet_(o.quiet), colour_(colour_wanted(o.no_color)) {}
  void section(const char* title) const {
    if (!quiet_) fmt::print("{}\n", text::styled(colour_, style::bold, title));
  }
  // `trouble`: "" if the outcome is as expected.
  void line(const std::string& name, const std::string& good, const std::string& trouble) {
    ++all_;
    bad_ += !trouble.empty();
    if (quiet_ && trouble.empty()) return;
    const bool fine = trouble.empty();
    fmt::print(quiet_ ? stderr : stdout, "  {} {:<30} {}\n",
               text::styled(colour_, fine ? style::good : style::bad, fine ? "✓" : "✗"), name,
               fine ? good : trouble);
    std::fflush(stdout);
  }
  int status() const {
    if (!quiet_) fmt::print("\n{} of {} as expected.\n", all_ - bad_, all_);
    return bad_ == 0 ? good : wrong_result;
  }

 private:
  bool quiet_, colour_;
  size_t all_ = 0, bad_ = 0;
};

std::set<std::string> kinds_in(const Seen& seen) {
  std::set<std::string> kinds;
  for (const simt_runtime::HostHazard& h : seen.host_hazards) kinds.insert(data::name(h.kind));
  for (const simt_runtime::KernelSeen& k : seen.kernels)
    for (const simt::Hazard& h : k.seen.hazards) kinds.insert(data::name(h.kind));
  return kinds;
}

std::vector<std::string> all_kinds() {
  std::vector<std::string> kinds;
  const auto add = [&](const auto& names) {
    for (const char* name : names)
      if (!kNotDetected.contains(name) && std::find(kinds.begin(), kinds.end(), name) == kinds.end())
        kinds.emplace_back(name);
  };
  add(names_of(simt::HazardKind{}));
  add(names_of(simt_runtime::HostHazardKind{}));
  return kinds;
}

// Programs are tested with ./ladder try.
void try_programs(Verdicts& verdicts) {
  verdicts.section("Programs, as ./ladder try runs them, with and without the mistake");
  const os::CatchInterrupts interrupts;
  const toolchain::BuildFolder folder("try");
  const try_program::Built built = try_program::build({{os::in_repository(kPrograms)}, {}, {}}, folder);
  if (built.program.empty())
    throw Failure(fmt::format("{} does not build: {}", kPrograms, text_of(built.message)));
  for (const std::string& kind : all_kinds()) {
    const auto seen = [&](std::vector<std::string> arguments) {
      // The program's output is not needed here.
      return try_program::run(built.program, "self_test", arguments, {.seconds = 20, .silent = true},
                              folder.path() + "/seen");
    };
    const Seen wrong = seen({kind}), right = seen({kind, "right"});
    const std::set<std::string> found = kinds_in(wrong), accused = kinds_in(right);
    verdicts.line(
        kind, "found, and not reported for the correct program",
        wrong.exit_status == 77 ? fmt::format("{} has no such program", kPrograms)
        : !found.contains(kind)
            ? fmt::format("not found{}{}", found.empty() ? "" : ", but ", fmt::join(found, ", "))
        : !accused.empty()
            ? fmt::format("the correct program also triggers a report of {}", fmt::join(accused, ", "))
        : right.exit_status != 0 ? fmt::format("the correct program exits with status {}", right.exit_status)
                                 : "");
  }
}

// Several blocks with a tail.
data::Extent several_blocks(const check::Task& task) {
  if (!task.enough) return 100003;
  data::Extent extent(check::elements(task, *task.enough));
  for (size_t i = 0; i < task.sizes.size(); ++i) extent.sizes.push_back((*task.enough)[i]);
  return extent;
}

// Kernel files are tested with ./ladder check.
void check_pitfalls(const Options& typed, Verdicts& verdicts) {
  verdicts.section("Kernels, as ./ladder check judges them: pitfalls, and their correct stages");
  Options o = typed;
  o.quiet = true;
  o.blocks = {256};
  o.ids = {"pitfalls"};
  const Choice choice = choose_backends("simt");
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt))
    if (s->track() == "pitfalls" && !s->spoils.empty() &&
        std::find(o.ids.begin(), o.ids.end(), s->spoils) == o.ids.end())
      o.ids.push_back(s->spoils);
  bench::Plan plan = plan_of(o, choice, Pitfalls::with_the_rest);
  plan.companions = false;
  std::string id, trouble;
  const auto told = [&] {
    if (!id.empty())
      verdicts.line(id, id.starts_with("pitfalls/") ? "found" : "correct, and nothing is reported", trouble);
  };
  std::map<std::vector<size_t>, bench::Plan> by_sizes;
  for (const std::string& of : plan.ids) {
    const data::Extent extent = several_blocks(check::task_of(*stage::find_stage(stage::Build::simt, of)));
    bench::Plan& part = by_sizes.try_emplace(extent.sizes, plan).first->second;
    if (part.ns.empty()) part.ns = {extent}, part.ids.clear();
    part.ids.push_back(of);
  }
  for (const auto& [sizes, part] : by_sizes) {
    for (const bench::Result& r : measured(o, choice, part, bench::check).results) {
      if (r.id != id) told(), id = r.id, trouble = "";
      if (!r.skipped.empty() || !r.verdict.passed())
        trouble = r.skipped.empty() ? fmt::format("{}: {}", report::cause_word(r), r.verdict.message())
                                    : text_of(r.skipped);
    }
    told(), id = "";
  }
}

}  // namespace

int self_test(const Options& o) {
  Verdicts verdicts(o);
  check_pitfalls(o, verdicts);
  try_programs(verdicts);
  return verdicts.status();
}

}  // namespace ladder::cli
