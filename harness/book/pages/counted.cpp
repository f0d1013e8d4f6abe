#include "pages/counted.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "os/error.h"
#include "text/units.h"
#include "text/nearest.h"

namespace ladder::pages {
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
    {"global_atomics", "global atomics", &C::global_atomics},
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
  std::string hint = text::did_you_mean(name, names);
  if (hint.empty())
    hint =
        "; valid ones are the counters of results/counters.json, and shared_requests, shared_wavefronts, "
        "global_requests, global_sectors, global_atomics";
  throw os::Error(fmt::format("there is no counter {}{}", name, hint));
}

struct Titled {
  std::string title;
  Counted counted;
};
Titled one(const C& c, const std::string& name) {
  for (const Sum& sum : kSums)
    if (name == sum.name) return {sum.title, {static_cast<double>((c.*sum.value)()), true}};
  for (const Mean& mean : kMeans)
    if (name == mean.name) return {mean.title, {(c.*mean.value)(), false}};
  for (const simt::Counter& counter : simt::kCounters)
    if (name == counter.name)
      return {counter.title ? counter.title : counter.name, {static_cast<double>(c.*counter.value), true}};
  unknown(name);
}

std::string singular(std::string plural) {
  if (plural.ends_with("s")) plural.pop_back();
  return plural;
}

}  // namespace

Counted counted(const C& c, const std::string& name, bool per_block) {
  const size_t slash = name.find('/');
  Counted a = one(c, name.substr(0, slash)).counted;
  if (slash != std::string::npos) {
    const std::string under = name.substr(slash + 1);
    const Counted b = one(c, under).counted;
    if (b.value == 0) throw os::Error(fmt::format("cannot divide by {}: it is 0", under));
    a = {a.value / b.value, false};
  }
  if (!per_block) return a;
  if (c.total_blocks == 0) throw os::Error("there are no blocks to divide by");
  a.value /= static_cast<double>(c.total_blocks);
  a.whole = a.whole && a.value == std::floor(a.value);
  return a;
}

std::string title_of(const std::string& name) {
  const size_t slash = name.find('/');
  const std::string over = one({}, name.substr(0, slash)).title;
  return slash == std::string::npos ? over : over + " per " + singular(one({}, name.substr(slash + 1)).title);
}

std::string text_of(const Counted& c) {
  if (!c.whole) return text::significant(c.value);
  return c.value < 1e6 ? fmt::format("{:.0f}", c.value) : text::count_text(c.value);
}

}  // namespace ladder::pages
