#include "practice/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "os/error.h"
#include "os/repository.h"
#include "tables/groups.h"
#include "tables/run_file.h"

namespace ladder::practice {
namespace {

std::deque<bench::Result>& of_this_run() {
  static std::deque<bench::Result> all;
  return all;
}

}  // namespace

void record(bench::Result row) { of_this_run().push_back(std::move(row)); }

const bench::Result& recorded(const std::string& id, const std::string& sizes) {
  for (const bench::Result& row : of_this_run())
    if (row.id == id) return row;
  constexpr const char* kFile = "results/counters.json";
  static const report::RunFile file = report::read_file(os::in_repository(kFile));
  for (const bench::Result& row : file.results)
    if (row.id == id && row.counters && (sizes.empty() || report::text_of(row.sizes) == sizes)) return row;
  throw os::Error(fmt::format("{} has no counters of {}{}: ./ladder counters writes them", kFile, id,
                              sizes.empty() ? "" : " at " + sizes));
}

bool more_is_better(const std::string& counter) {
  return counter == "active_lanes_per_request" || counter == "indicative_warp_efficiency";
}

double value_of(const simt::Counters& c, const std::string& counter) {
  try {
    return pages::counted(c, counter).value;
  } catch (const os::Error&) {  // there are no such requests
    return 0;
  }
}

bool is_of_warps(const std::string& counter) {
  return counter == "shuffles" || counter == "votes" || counter == "warp_syncs";
}

int against(const std::string& counter, double value, double target) {
  if (std::abs(value - target) <= 1e-9 * std::max(std::abs(value), std::abs(target))) return 0;
  return (value > target) == more_is_better(counter) ? 1 : -1;
}

double Judged::work() const {
  const double is = more_is_better(counter) ? target : value,
               should_be = more_is_better(counter) ? value : target;
  if (is == should_be) return 1;
  return should_be == 0 ? std::numeric_limits<double>::infinity() : is / should_be;
}

void weigh(std::vector<Judged>& all) {
  constexpr double kMostWorse = 2, kMostBetter = 0.25;
  double product = 1;
  for (Judged& one : all) {
    const double work = one.work();
    const int how = against(one.counter, one.value, one.target);
    one.standing = how > 0 ? Standing::better : work <= 1 + one.slack ? Standing::as_good : Standing::missed;
    // If the point of the stage is an instruction, a file that avoids it gets no credit for its
    // count.
    product *= std::max(work, is_of_warps(one.counter) ? 1 : kMostBetter);
  }
  if (product > 1) return;
  for (Judged& one : all)
    if (one.standing == Standing::missed && one.work() <= kMostWorse) one.standing = Standing::outweighed;
}

bool all_good(const std::vector<Judged>& all) {
  return std::all_of(all.begin(), all.end(), [](const Judged& one) { return one.good(); });
}

}  // namespace ladder::practice
