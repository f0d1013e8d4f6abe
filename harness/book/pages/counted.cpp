#include "pages/counted.h"

#include <fmt/format.h>

#include <cmath>

#include "os/error.h"
#include "text/units.h"
#include "text/nearest.h"

namespace pages {
namespace {

using C = simt::Counters;

struct Sum {
  const char *name, *title;
  uint64_t (C::*value)() const;
};
constexpr Sum kSums[] = {
    {"shared_requests", "shared requests", &C::shared_requests},
    {"shared_wavefronts", "shared wavefronts", &C::shared_wavefronts},
    {"global_requests", "global requests", &C::global_requests},
    {"global_sectors", "global sectors", &C::global_sectors},
};

struct Mean {
  const char *name, *title;
  double (C::*value)() const;
};
constexpr Mean kMeans[] = {
    {"active_lanes_per_request", "active lanes per request", &C::active_lanes_per_request},
    {"indicative_warp_efficiency", "indicative warp efficiency", &C::warp_efficiency},
};

[[noreturn]] void unknown(const std::string& name) {
  std::vector<std::string> names;
  for (const Sum& sum : kSums) names.push_back(sum.name);
  for (const simt::Counter& counter : simt::kCounters) names.push_back(counter.name);
  for (const Mean& mean : kMeans) names.push_back(mean.name);
  std::string hint = stage::did_you_mean(name, names);
  if (hint.empty())
    hint =
        "; there are the counters of results/counters.json, and shared_requests, shared_wavefronts, "
        "global_requests, global_sectors";
  throw os::Error(fmt::format("there is no counter {}{}", name, hint));
}

// One name; how it is called.
Counted one(const C& c, const std::string& name, std::string* title) {
  for (const Sum& sum : kSums)
    if (name == sum.name) {
      if (title) *title = sum.title;
      return {static_cast<double>((c.*sum.value)()), true};
    }
  for (const Mean& mean : kMeans)
    if (name == mean.name) {
      if (title) *title = mean.title;
      return {(c.*mean.value)(), false};
    }
  for (const simt::Counter& counter : simt::kCounters)
    if (name == counter.name) {
      if (title) *title = counter.title ? counter.title : std::string(counter.name);
      return {static_cast<double>(c.*counter.value), true};
    }
  unknown(name);
}

std::string singular(std::string plural) {
  if (plural.ends_with("s")) plural.pop_back();
  return plural;
}

}  // namespace

Counted counted(const C& c, const std::string& name, bool per_block) {
  const size_t slash = name.find('/');
  Counted a = one(c, name.substr(0, slash), nullptr);
  if (slash != std::string::npos) {
    const std::string under = name.substr(slash + 1);
    const Counted b = one(c, under, nullptr);
    if (b.value == 0) throw os::Error(fmt::format("{} is 0, and nothing can be divided by it", under));
    a = {a.value / b.value, false};
  }
  if (!per_block) return a;
  if (c.total_blocks == 0) throw os::Error("there are no blocks to divide by");
  a.value /= static_cast<double>(c.total_blocks);
  a.whole = a.whole && a.value == std::floor(a.value);
  return a;
}

void check_counter_name(const std::string& name) {
  const size_t slash = name.find('/');
  one({}, name.substr(0, slash), nullptr);
  if (slash != std::string::npos) one({}, name.substr(slash + 1), nullptr);
}

std::string title_of(const std::string& name) {
  const size_t slash = name.find('/');
  std::string over, under;
  one({}, name.substr(0, slash), &over);
  if (slash == std::string::npos) return over;
  one({}, name.substr(slash + 1), &under);
  return over + " per " + singular(under);
}

std::string text_of(const Counted& c) {
  if (!c.whole) return report::significant(c.value);
  return c.value < 1e6 ? fmt::format("{:.0f}", c.value) : report::count_text(c.value);
}

}  // namespace pages
