#include "report/counter_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/units.h"

namespace report {
namespace {

using simt::Counters;

struct Words {  // what it means when there is less, more, none left, none before
  const char *less, *more, *gone, *fresh;
};

struct Count {
  const char* name;
  uint64_t Counters::*value;
  Words words;
};

constexpr Words kMemory = {"", "", "", ""};

const Count kCounts[] = {
    {"integer divisions and modulos",
     &Counters::integer_divisions,
     {"each is about twenty instructions", "each is about twenty instructions",
      "each was about twenty instructions", "each is about twenty instructions"}},
    {"global load requests", &Counters::global_load_requests, kMemory},
    {"global load sectors",
     &Counters::global_load_sectors,
     {"less data is fetched", "more data is fetched", "nothing is fetched", "it reads global memory"}},
    {"global store requests", &Counters::global_store_requests, kMemory},
    {"global store sectors",
     &Counters::global_store_sectors,
     {"less data is written", "more data is written", "nothing is written", "it writes global memory"}},
    {"shared load requests",
     &Counters::shared_load_requests,
     {"", "", "nothing is read from shared memory", "it reads shared memory"}},
    {"shared load wavefronts",
     &Counters::shared_load_wavefronts,
     {"less work for the banks", "more work for the banks", "", ""}},
    {"shared store requests",
     &Counters::shared_store_requests,
     {"", "", "nothing is written to shared memory", "it writes shared memory"}},
    {"shared store wavefronts",
     &Counters::shared_store_wavefronts,
     {"less work for the banks", "more work for the banks", "", ""}},
    {"barriers",
     &Counters::barriers,
     {"warps wait for their block less often", "warps wait for their block more often",
      "no warp waits for its block any more", "warps wait for their block"}},
    {"warp synchronisations",
     &Counters::warp_syncs,
     {"", "", "no warp waits for its own lanes", "lanes wait for their warp, not for the block"}},
    {"shuffles",
     &Counters::shuffles,
     {"", "", "lanes no longer pass values directly", "lanes pass values without shared memory"}},
    {"votes", &Counters::votes, {"", "", "", "a warp's lanes answer yes or no in one instruction"}},
    {"atomics",
     &Counters::atomics,
     {"fewer threads queue at one address", "more threads queue at one address",
      "nobody queues at one address any more", "threads queue where they share an address"}},
    {"launches",
     &Counters::launches,
     {"fewer kernels to start and wait for", "more kernels to start and wait for", "", ""}},
};

struct Ratio {
  const char* name;
  double (*value)(const Counters&);  // NaN: does not apply
  std::string (*words)(double before, double after);
};

double per(uint64_t a, uint64_t b) {
  return b == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(a) / static_cast<double>(b);
}

std::string about_banks(double before, double after) {
  if (after == 1) return "no more bank conflicts";
  if (before == 1)
    return "lanes want different words of one bank: conflicts, or elements of 8 bytes and more";
  return after < before ? "fewer bank conflicts" : "more bank conflicts, or wider elements";
}

std::string about_lanes(double before, double after) {
  return after > before ? "more lanes of a warp work together" : "more lanes of a warp stand idle";
}

const Ratio kRatios[] = {
    {"shared wavefronts per request",
     [](const Counters& c) {
       return per(c.shared_load_wavefronts + c.shared_store_wavefronts,
                  c.shared_load_requests + c.shared_store_requests);
     },
     about_banks},
    {"sectors per global load",
     [](const Counters& c) { return per(c.global_load_sectors, c.global_load_requests); },
     [](double before, double after) -> std::string {
       return after > before ? "each request asks for more, or is more scattered"
                             : "each request asks for less, or is less scattered";
     }},
    {"sectors per global store",
     [](const Counters& c) { return per(c.global_store_sectors, c.global_store_requests); },
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

std::string how_much(double times) {
  const double factor = times < 1 ? 1 / times : times;
  if (factor < 1.095)
    return fmt::format("{:.0f} % {}", 100 * std::fabs(times - 1), times < 1 ? "fewer" : "more");
  return times < 1 ? fmt::format("{} times fewer", significant(factor))
                   : fmt::format("{} times as many", significant(factor));
}

std::string joined(const std::string& amount, const std::string& meaning) {
  return meaning.empty() ? amount : amount + ", " + meaning;
}

double size(const CounterChange& c) {
  return c.times == 0 ? std::numeric_limits<double>::infinity() : std::fabs(std::log(c.times));
}

void add_counts(const Counters& before, const Counters& after, std::vector<CounterChange>& changes) {
  for (const Count& count : kCounts) {
    const uint64_t b = before.*count.value, a = after.*count.value;
    if (a == b) continue;
    CounterChange change{count.name, fmt::format("{}", b), fmt::format("{}", a), "", per(a, b)};
    if (b == 0) {
      change.times = std::numeric_limits<double>::infinity();
      change.words = joined("new", count.words.fresh);
    } else if (a == 0) {
      change.words = joined("none left", count.words.gone);
    } else {
      change.words = joined(how_much(change.times), a < b ? count.words.less : count.words.more);
    }
    changes.push_back(change);
  }
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

}  // namespace report
