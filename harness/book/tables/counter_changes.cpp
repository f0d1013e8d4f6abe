#include "tables/counter_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/units.h"

namespace ladder::report {
namespace {

using simt::Counters;

struct Ratio {
  const char* name;
  double (*value)(const Counters&);  // returns NaN if it does not apply
  std::string (*words)(double before, double after);
};

std::string about_banks(double before, double after) {
  if (after == 1) return "no more bank conflicts";
  if (before == 1)
    return "lanes access different words of one bank: conflicts, or elements of 8 bytes or more";
  return after < before ? "fewer bank conflicts" : "more bank conflicts, or wider elements";
}

std::string about_lanes(double before, double after) {
  return after > before ? "more lanes of a warp work together" : "more lanes of a warp are idle";
}

const Ratio kRatios[] = {
    {"shared wavefronts per request", [](const Counters& c) { return c.wavefronts_per_shared_request(); },
     about_banks},
    {"sectors per global load", [](const Counters& c) { return c.sectors_per_global_load(); },
     [](double before, double after) -> std::string {
       return after > before ? "each request reads more, or is more scattered"
                             : "each request reads less, or is less scattered";
     }},
    {"sectors per global store", [](const Counters& c) { return c.sectors_per_global_store(); },
     [](double before, double after) -> std::string {
       return after > before ? "each request writes more, or is more scattered"
                             : "each request writes less, or is less scattered";
     }},
    {"active lanes per request",
     [](const Counters& c) { return c.active_lanes_per_request() > 0 ? c.active_lanes_per_request() : NAN; },
     about_lanes},
    {"indicative warp efficiency in %",
     [](const Counters& c) { return c.issued_blocks ? 100 * c.warp_efficiency() : NAN; }, about_lanes},
};

std::string joined(const std::string& amount, const std::string& meaning) {
  return meaning.empty() ? amount : amount + ", " + meaning;
}

double size(const CounterChange& c) {
  return c.times == 0 ? std::numeric_limits<double>::infinity() : std::fabs(std::log(c.times));
}

void add_counts(const Counters& before, const Counters& after, std::vector<CounterChange>& changes) {
  simt::tell_counters([&](const simt::Counter& counter) {
    const uint64_t b = before.*counter.value, a = after.*counter.value;
    if (a == b || counter.title == nullptr) return;
    CounterChange change{counter.title, fmt::format("{}", b), fmt::format("{}", a), "", simt::per(a, b)};
    if (b == 0) {
      change.times = std::numeric_limits<double>::infinity();
      change.words = joined("new", counter.fresh);
    } else if (a == 0) {
      change.words = joined("none left", counter.gone);
    } else {
      change.words = joined(how_much(change.times), a < b ? counter.less : counter.more);
    }
    changes.push_back(change);
  });
}

void add_ratios(const Counters& before, const Counters& after, std::vector<CounterChange>& changes) {
  for (const Ratio& ratio : kRatios) {
    const double b = ratio.value(before), a = ratio.value(after);
    if (!(a > 0 && b > 0) || a == b) continue;
    changes.push_back(
        {ratio.name, fmt::format("{:.2f}", b), fmt::format("{:.2f}", a), ratio.words(b, a), a / b});
  }
}

}  // namespace

std::string how_much(double times) {
  const double factor = times < 1 ? 1 / times : times;
  if (factor < 1.095) {
    const double percent = 100 * std::fabs(times - 1);
    return fmt::format("{} % {}",
                       percent < 0.1 ? fmt::format("{:.1g}", percent) : text::significant(percent, 2),
                       times < 1 ? "fewer" : "more");  // avoids "0.0 %"
  }
  return times < 1 ? fmt::format("{}× fewer", text::significant(factor))
                   : fmt::format("{}× as many", text::significant(factor));
}

std::string CounterChange::sentence() const {
  return fmt::format("{} {}, was {}: {}", name, after, before, words);
}

std::vector<CounterChange> counter_changes(const Counters& before, const Counters& after) {
  constexpr double kHardly = 0.01;
  std::vector<CounterChange> changes;
  add_counts(before, after, changes);
  add_ratios(before, after, changes);
  std::erase_if(changes, [](const CounterChange& c) { return size(c) < kHardly; });
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& x, const auto& y) { return size(x) > size(y); });
  return changes;
}

}  // namespace ladder::report
