// Predict the time: the two limits of a stage, as a question, and the measured time, as its folded answer.
//
// The limit of the memory is the time that its ceiling kernel (ceiling/read, ceiling/copy) takes for the bytes of the
// job. The limit of the instructions is warp instructions / (multiprocessors × 4 schedulers × clock): a scheduler
// issues at most one instruction per cycle (Nsight Compute, "Issue Slot Utilization").
#include <fmt/format.h>

#include <algorithm>

#include "data/json_fields.h"
#include "os/error.h"
#include "pages/measured.h"
#include "pages/writers.h"
#include "text/units.h"

namespace pages {
namespace {

constexpr double kSchedulers = 4;  // of a multiprocessor
constexpr double kWholeJob = .9;   // a launch with less of the job's time than this is not the whole job
constexpr double kMost = .5;

struct Issue {
  std::string n;                                        // "2^28"
  double launch, instructions, multiprocessors, hertz;  // seconds of the longest launch, and what it executed
  double seconds() const { return instructions / (multiprocessors * kSchedulers * hertz); }
};

Issue recorded(Desk& desk, const std::string& gpu, const stage::Stage& s) {
  using namespace data;
  const std::string file = fmt::format("results/{}/profile.json", gpu);
  const Json& json = desk.json(file);
  try {
    const Field root{&json, ""}, track = at(at(root, "stages"), s.track().c_str()),
                                 stage = at(track, s.name().c_str());
    const auto limit = maybe(stage, "n");
    return {text(limit ? *limit : at(root, "n")), number(at(stage, "seconds")),
            number(at(stage, "warp_instructions")), number(at(at(root, "context"), "multiprocessors")),
            number(at(stage, "sm_hertz"))};
  } catch (const os::Error& error) {
    throw os::Error(fmt::format("{}: {}", file, error.what()));
  }
}

std::string us(double seconds) { return report::significant(seconds * 1e6) + " µs"; }

}  // namespace

std::string limits_mark(Desk& desk, const Arguments& said) {
  said.allow("a limits mark", {"gpu"});
  if (said.words.size() != 1) throw os::Error("a limits mark needs one stage: limits: reduce/v2");
  const stage::Stage& s = stage_named(said.words[0]);
  const std::string gpu = said.has("gpu") ? said.text("gpu") : "h200";
  const Issue issue = recorded(desk, gpu, s);
  Arguments where;
  where.values = {{"n", issue.n}};
  const bench::Result& row = measured_row(desk, gpu, s.id, where);
  const double time = value_of(row, "us") * 1e-6, memory = time * value_of(row, "ceiling%") / 100;
  const bool whole_job = issue.launch > kWholeJob * time;
  const double near_memory = memory / time, near_issue = issue.seconds() / time;
  const char* nearer = std::max(near_memory, near_issue) < kMost ? "neither limit explains most of it"
                       : near_memory > near_issue                ? "memory is the nearer limit"
                                                                 : "instructions are the nearer limit";
  const std::string& device = desk.results(fmt::format("results/{}/ladder.json", gpu)).context.device;
  const std::string question = fmt::format(
      "**Predict the time.** For n = {} on an {}, two limits are known. The memory needs {} for the bytes "
      "that the job "
      "must move, at the highest rate measured for this n. {} executes {} million warp instructions, and "
      "{:.0f} "
      "multiprocessors with four schedulers each need at least {} to issue them at {:.2f} GHz. How long does "
      "`{}` take?",
      report::n_text(row.n), report::short_device(device), us(memory),
      whole_job ? fmt::format("`{}`", s.name()) : "Its longest launch",
      report::significant(issue.instructions / 1e6), issue.multiprocessors, us(issue.seconds()),
      issue.hertz / 1e9, s.name());
  const std::string answer = fmt::format(
      "**{}.** The memory limit is {:.0f} % of this time, and the instruction limit {:.0f} %: {}. ([What "
      "warps wait "
      "for]({}) explains both.)",
      us(time), 100 * near_memory, 100 * near_issue, nearer, desk.path_from_page("docs/machine/stalls.md"));
  return fmt::format("{}\n\n<details>\n<summary>Answer</summary>\n\n{}\n\n</details>\n", question, answer);
}

}  // namespace pages
