// "Predict the time": a question that gives the limits of a stage. The folded answer is the measured time.
//
// The memory limit is the time that the ceiling kernel (ceiling/read, ceiling/copy) takes for the job's bytes,
// and the instruction limit is report::issue_seconds. Tracks limited by arithmetic also have
// report::float_peak.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "os/error.h"
#include "pages/measured.h"
#include "pages/writers.h"
#include "tables/arithmetic.h"
#include "tables/profile.h"
#include "text/units.h"

namespace ladder::pages {
namespace {

constexpr double kMost = .5;
// The memory limit of a small job includes a launch, which then takes longer than the memory accesses do.
constexpr const char* kLaunch = "ceiling/launch";

std::string us(double seconds) {
  return seconds < 1e-7 ? text::significant(seconds * 1e9) + " ns" : text::significant(seconds * 1e6) + " µs";
}

std::string instructions(double n) {
  return n < 1e5 ? fmt::format("{:.0f}", n) : text::significant(n / 1e6) + " million";
}

std::string percent(double share) {
  return share < .005 ? "less than 1 %" : fmt::format("{:.0f} %", 100 * share);
}

// "n = 2^28", "32768 rows and 1024 columns"
std::string problem(const bench::Result& row) {
  if (row.sizes.empty()) return "n = " + text::n_text(row.n);
  std::vector<std::string> each;
  for (const bench::Size& size : row.sizes)
    each.push_back(size.name.size() == 1 ? fmt::format("{} = {}", size.name, size.size)
                                         : fmt::format("{} {}", size.size, size.name));
  const std::string last = std::move(each.back());
  each.pop_back();
  return fmt::format("{} and {}", fmt::join(each, ", "), last);
}

struct Limit {
  const char* name;
  double seconds;
};

}  // namespace

std::string limits_mark(Desk& desk, const Arguments& said) {
  said.allow("a limits mark", {"gpu", "profile", "results"});
  if (said.words.size() != 1) throw os::Error("a limits mark needs one stage: limits: reduce/v2");
  const stage::Stage& s = stage_named(said.words[0]);
  const std::string gpu = said.text("gpu", "h200");
  const std::string file = fmt::format("results/{}/{}.json", gpu, said.text("profile", "profile"));
  const report::Profile profile = report::read_profile(desk.in_root(file));
  const auto found = profile.stages.find(s.id);
  if (found == profile.stages.end()) throw os::Error(fmt::format("{} has no profile of {}", file, s.id));
  const report::StageProfile& issue = found->second;

  const std::string recording = said.has("results") ? gpu + "/" + said.text("results") : gpu;
  Arguments where;
  where.values = {{issue.n.sizes.empty() ? "n" : "sizes", data::text_of(issue.n)}};
  const bench::Result& row = measured_row(desk, recording, s.id, where);
  const double time = value_of(row, "us") * 1e-6;
  const bool whole_job = report::is_whole_job(issue, time), arithmetic = report::is_arithmetic(row);

  const Limit memory = {"memory bandwidth", time * value_of(row, "ceiling%") / 100},
              issued = {"instruction throughput", report::issue_seconds(issue)};
  std::vector<Limit> limits = {memory, issued};
  std::string needs = fmt::format("Memory needs {} to move the job's bytes at {}.", us(memory.seconds),
                                  arithmetic ? "copy bandwidth" : "the highest rate measured for this n");
  const bench::Result* launch = measured_beside(desk, recording, row, kLaunch);
  const double launched = launch && launch->time ? value_of(*launch, "us") * 1e-6 : 0;
  const bool most_is_launch = launched > kMost * time;
  std::string shares =
      most_is_launch ? fmt::format(
                           "An empty launch takes {}, which is {} of this time. The memory limit, which "
                           "includes a launch, is {}",
                           us(launched), percent(launched / time), percent(memory.seconds / time))
                     : fmt::format("The memory limit is {} of this time", percent(memory.seconds / time));
  if (arithmetic) {
    const report::FloatPeak peak =
        report::float_peak(desk.results(fmt::format("results/{}.json", recording)).context, s.track());
    const Limit& added =
        limits.emplace_back("arithmetic throughput", report::operations(row) / 2 / peak.multiply_adds());
    needs += fmt::format(" {} need {} for the job's multiply-adds at their theoretical peak.",
                         peak.tensor_cores ? "Tensor cores" : "The multiprocessors", us(added.seconds));
    shares += fmt::format(", the arithmetic limit is {}", percent(added.seconds / time));
  }
  shares += fmt::format(", and the instruction limit is {}", percent(issued.seconds / time));
  const Limit& tightest = *std::ranges::max_element(limits, {}, &Limit::seconds);

  return fmt::format(
      "**Predict the time.** {} limits are known for {} on an {}. {} {}`{}` executes {} warp instructions. "
      "{} "
      "four schedulers{}, which need at least {} at {:.2f} GHz to issue these instructions. How long does "
      "`{}` "
      "take?\n\n<details>\n<summary>Answer</summary>\n\n**{}.** {}, so {}. ([What warps wait for]({}) "
      "explains "
      "{}.)\n\n</details>\n",
      arithmetic ? "Three" : "Two", problem(row), text::short_device(profile.device), needs,
      whole_job ? "" : "The longest launch of ", s.name(), instructions(issue.warp_instructions),
      issue.multiprocessors == 1 ? "The only multiprocessor that has a block has"
                                 : fmt::format("The {:.0f} multiprocessors have", issue.multiprocessors),
      issue.multiprocessors == 1 ? "" : " each", us(issued.seconds), issue.sm_hertz / 1e9, s.name(), us(time),
      shares,
      most_is_launch ? "the launch accounts for most of the time"
      : tightest.seconds < kMost * time
          ? (arithmetic ? "no single limit accounts for most of the time"
                        : "neither limit accounts for most of the time")
          : fmt::format("{} is the {} limit", tightest.name, arithmetic ? "tightest" : "tighter"),
      desk.path_from_page("docs/machine/stalls.md"), arithmetic ? "the instruction limit" : "both limits");
}

}  // namespace ladder::pages
