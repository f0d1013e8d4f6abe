// ./ladder diff A B: the two kernel files, then the counters that changed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/plan.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "cli/text_diff.h"
#include "report/json.h"
#include "report/output.h"
#include "report/units.h"

namespace cli {
namespace {

constexpr size_t kElements = size_t{1} << 20;
constexpr unsigned kBlock = 256;

std::vector<std::string> source_of(const stage::Stage& s) {
  return lines_of(report::read_text(LADDER_SOURCE_DIR "/" + s.file));
}

// Both stages on the executor, traced; nothing if either offers no such run.
std::vector<bench::Result> counted(const stage::Stage& a, const stage::Stage& b, bool quiet) {
  bench::Plan plan;
  plan.ids = {a.id, b.id};
  plan.backends = {"simt"};
  plan.ns = {kElements};
  plan.blocks = {kBlock};
  plan.repetitions = 1;
  plan.companions = false;
  TerminalProgress progress(quiet);
  return bench::run(plan, progress);
}

struct Change {
  std::string name;
  uint64_t before, after;
  double size() const {  // how many times over, either way
    const double low = static_cast<double>(std::min(before, after)),
                 high = static_cast<double>(std::max(before, after));
    return (high + 1) / (low + 1);
  }
};

std::string in_words(const Change& c) {
  if (c.before == 0) return "new";
  if (c.after == 0) return "gone";
  const double ratio = static_cast<double>(c.after) / static_cast<double>(c.before);
  return ratio < 1 ? fmt::format("÷ {}", report::significant(1 / ratio))
                   : fmt::format("× {}", report::significant(ratio));
}

void print_counters(const stage::Stage& a, const stage::Stage& b, const std::vector<bench::Result>& rows) {
  const auto counters_of = [&](const std::string& id) -> const simt::Counters* {
    for (const bench::Result& r : rows)
      if (r.id == id && r.counters) return &*r.counters;
    return nullptr;
  };
  const simt::Counters *before = counters_of(a.id), *after = counters_of(b.id);
  if (before == nullptr || after == nullptr) return;

  std::vector<Change> changes;
  for (const report::CounterKey& key : report::counter_keys()) {
    const std::string name = key.name;
    if (name == "sampled_blocks" || name == "total_blocks") continue;
    if (before->*key.value != after->*key.value)
      changes.push_back({name, before->*key.value, after->*key.value});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& x, const auto& y) { return x.size() > y.size(); });

  fmt::print("\nWhat changed in the counters (executor, n = {}, block {}), largest first:\n",
             report::n_text(kElements), kBlock);
  if (changes.empty()) fmt::print("  nothing\n");
  for (const Change& c : changes)
    fmt::print("  {:<26} {:>12} → {:>12}   {}\n", c.name, c.before, c.after, in_words(c));
}

}  // namespace

int diff(const Options& o) {
  const stage::Stage &a = one_stage(o.ids[0]), &b = one_stage(o.ids[1]);
  if (&a == &b) throw Failure(fmt::format("diff {} {}: the same stage twice", o.ids[0], o.ids[1]));
  const std::string text =
      unified(diff_lines(source_of(a), source_of(b)), a.file, b.file, colour_wanted(o.no_color));
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  print_counters(a, b, counted(a, b, o.quiet));
  return good;
}

}  // namespace cli
