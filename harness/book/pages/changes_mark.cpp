// The changes from one stage to another: the time on each recorded GPU, and the counters.
#include <fmt/format.h>

#include <sstream>

#include "bench/statistics.h"
#include "pages/counted.h"
#include "pages/measured.h"
#include "pages/writers.h"
#include "os/error.h"
#include "tables/counter_changes.h"
#include "tables/groups.h"
#include "text/units.h"

namespace ladder::pages {
namespace {

std::string in_words(const bench::Ratio& faster) {
  if (!faster.distinguishable()) return fmt::format("{}, not distinguishable", report::ratio_text(faster));
  const double factor = faster.value >= 1 ? faster.value : 1 / faster.value;
  const char* how = faster.value >= 1 ? "faster" : "slower";
  if (factor < 1.05) return fmt::format("{:.1f} % {}", 100 * (factor - 1), how);  // not "1.00× slower"
  return fmt::format("{} {}", report::ratio_text({factor, factor, factor}), how);
}

// The interval of vs_previous comes from interleaved samples; other pairs were measured at different times.
bench::Ratio faster(const bench::Result& before, const bench::Result& after, bool neighbours) {
  const auto known = after.speedup.find("vs_previous");
  if (neighbours && known != after.speedup.end()) return known->second;
  return bench::speedup(before.time->samples, after.time->samples, bench::Pairing::unpaired);
}

const bench::Result* measured(Desk& desk, const std::string& gpu, const stage::Stage& s,
                              const Arguments& said) {
  try {
    const bench::Result& row = measured_row(desk, gpu, s.id, said);
    return row.time && !row.time->samples.empty() ? &row : nullptr;
  } catch (const os::Error&) {  // not recorded on this GPU
    return nullptr;
  }
}

using Cells = std::vector<std::string>;

std::vector<Cells> time_rows(Desk& desk, const Pair& pair, const Arguments& said) {
  std::vector<Cells> rows;
  Arguments where;  // the mark's n=
  if (said.has("n")) where.values = {{"n", said.text("n")}};
  for (const std::string& gpu : desk.gpus()) {
    const bench::Result* a = measured(desk, gpu, *pair.before, where);
    const bench::Result* b = measured(desk, gpu, *pair.after, where);
    if (a == nullptr || b == nullptr) continue;
    const std::string& device = desk.results(fmt::format("results/{}/ladder.json", gpu)).context.device;
    rows.push_back({fmt::format("time on the {}, µs", text::short_device(device)), text_of(*a, "us"),
                    text_of(*b, "us"), in_words(faster(*a, *b, pair.after->after == pair.before->id))});
  }
  return rows;
}

std::string change(const Counted& before, const Counted& after) {
  if (before.value == after.value) return "the same";
  if (before.value == 0) return "new";
  if (after.value == 0) return "none left";
  return report::how_much(after.value / before.value);
}

Cells shown(const std::string& name, const simt::Counters& before, const simt::Counters& after) {
  const bool per_block = name.ends_with(" per_block");
  const std::string counter = per_block ? name.substr(0, name.find(' ')) : name;
  const Counted a = counted(before, counter, per_block), b = counted(after, counter, per_block);
  return {title_of(counter) + (per_block ? " per block" : ""), text_of(a), text_of(b), change(a, b)};
}

std::string short_count(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? text_of(Counted{std::stod(text), true}) : text;
}

std::vector<Cells> counter_rows(const Arguments& said, const simt::Counters& before,
                                const simt::Counters& after) {
  std::vector<Cells> rows;
  if (said.has("show")) {
    std::istringstream names(said.text("show"));
    for (std::string name; std::getline(names, name, ',');) rows.push_back(shown(name, before, after));
    return rows;
  }
  for (const report::CounterChange& c : report::counter_changes(before, after))
    rows.push_back({c.name, short_count(c.before), short_count(c.after), c.words});
  return rows;
}

std::string row_of(const Cells& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

}  // namespace

std::string changes_mark(Desk& desk, const Arguments& said) {
  said.allow("a changes mark", {"show", "n", "sizes"});
  const Pair pair = pair_named(said.words, "changes");
  const uint64_t n = said.whole("n", kMeasuredN);
  const bench::Result &a = counted_row(desk, pair.before->id, said),
                      &b = counted_row(desk, pair.after->id, said);
  const bool one_track = pair.before->track() == pair.after->track();
  const auto name = [&](const stage::Stage& s) { return fmt::format("`{}`", one_track ? s.name() : s.id); };
  std::string text = row_of({"", name(*pair.before), name(*pair.after), "change"}) + "|---|---:|---:|---|\n";
  const std::vector<Cells> times = time_rows(desk, pair, said);
  for (const Cells& cells : times) text += row_of(cells);
  const std::vector<Cells> counts = counter_rows(said, *a.counters, *b.counters);
  for (const Cells& cells : counts) text += row_of(cells);
  std::string note;
  if (!times.empty())
    note = fmt::format("Each time is the median for the whole job at n = {}. ", text::n_text(n));
  if (!counts.empty())
    note += fmt::format("The counters are from the executor, for the whole job at n = {}.",
                        said.has("sizes") ? said.text("sizes") : text::n_text(b.n));
  else
    note += "No counter changed.";
  return fmt::format("{}\n{}\n", text, note);
}

}  // namespace ladder::pages
