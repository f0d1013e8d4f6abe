// "Predict the time": a question that gives the two limits of a stage; its folded answer is the measured time.
//
// The memory limit is the time that its ceiling kernel (ceiling/read, ceiling/copy) takes for the bytes of the
// job. The instruction limit is warp instructions / (multiprocessors × 4 schedulers × clock): a scheduler
// issues at most one instruction per cycle (Nsight Compute, "Issue Slot Utilization").
#include <fmt/format.h>

#include <algorithm>

#include "os/error.h"
#include "pages/measured.h"
#include "pages/writers.h"
#include "tables/profile.h"
#include "text/units.h"

namespace pages {
namespace {

constexpr double kSchedulers = 4;  // per multiprocessor
constexpr double kWholeJob = .9;   // a launch that takes this fraction of the job's time counts as the job
constexpr double kMost = .5;

std::string us(double seconds) { return report::significant(seconds * 1e6) + " µs"; }

}  // namespace

std::string limits_mark(Desk& desk, const Arguments& said) {
  said.allow("a limits mark", {"gpu"});
  if (said.words.size() != 1) throw os::Error("a limits mark needs one stage: limits: reduce/v2");
  const stage::Stage& s = stage_named(said.words[0]);
  const std::string gpu = said.has("gpu") ? said.text("gpu") : "h200";
  const report::Profile profile =
      report::read_profile(desk.in_root(fmt::format("results/{}/profile.json", gpu)));
  const auto found = profile.stages.find(s.id);
  if (found == profile.stages.end())
    throw os::Error(fmt::format("results/{}/profile.json has no profile of {}", gpu, s.id));
  const report::StageProfile& issue = found->second;
  Arguments where;
  where.values = {{"n", report::n_text(issue.n)}};
  const bench::Result& row = measured_row(desk, gpu, s.id, where);
  const double time = value_of(row, "us") * 1e-6, memory = time * value_of(row, "ceiling%") / 100,
               issued = issue.warp_instructions / (profile.multiprocessors * kSchedulers * issue.sm_hertz);
  const bool whole_job = issue.seconds > kWholeJob * time;
  const double near_memory = memory / time, near_issue = issued / time;
  const char* nearer = std::max(near_memory, near_issue) < kMost ? "neither limit explains most of it"
                       : near_memory > near_issue                ? "memory bandwidth is the tighter limit"
                                                  : "instruction throughput is the tighter limit";
  const std::string question = fmt::format(
      "**Predict the time.** For n = {} on an {}, two limits are known. The memory needs {} for the bytes "
      "that the job must move, at the highest rate measured for this n. {} executes {} million warp "
      "instructions; the schedulers of {:.0f} multiprocessors, four in each, need at least {} to issue them "
      "at {:.2f} GHz. How long does `{}` take?",
      report::n_text(row.n), report::short_device(profile.device), us(memory),
      whole_job ? fmt::format("`{}`", s.name()) : "Its longest launch",
      report::significant(issue.warp_instructions / 1e6), profile.multiprocessors, us(issued),
      issue.sm_hertz / 1e9, s.name());
  const std::string answer = fmt::format(
      "**{}.** The memory limit is {:.0f} % of this time, and the instruction limit {:.0f} %: {}. ([What "
      "warps wait for]({}) explains both.)",
      us(time), 100 * near_memory, 100 * near_issue, nearer, desk.path_from_page("docs/machine/stalls.md"));
  return fmt::format("{}\n\n<details>\n<summary>Answer</summary>\n\n{}\n\n</details>\n", question, answer);
}

}  // namespace pages
