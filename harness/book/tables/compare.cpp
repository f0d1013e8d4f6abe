#include "tables/compare.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "bench/statistics.h"
#include "tables/groups.h"

namespace ladder::report {
namespace {

using Key = std::tuple<std::string, bench::Backend, uint64_t, std::vector<bench::Size>, std::string, unsigned,
                       std::string, std::optional<unsigned>>;

Key key_of(const bench::Result& row) {
  return {row.id, row.backend, row.n, row.sizes, row.dtype, row.block, row.scan, row.gpus};
}

std::string row_name(const bench::Result& row) {
  std::string name = row.id;
  if (!row.scan.empty()) name += row.scan == "inclusive" ? " incl." : " excl.";
  return name;
}

bool measured(const bench::Result& row) { return row.time && row.time->median > 0 && row.skipped.empty(); }

bench::Ratio speedup(const bench::Time& a, const bench::Time& b) {
  if (!a.samples.empty() && !b.samples.empty())
    return bench::speedup(a.samples, b.samples, bench::Pairing::unpaired);
  // Without samples, only the quartiles are known.
  return {a.median / b.median, a.q1 / b.q3, a.q3 / b.q1};
}

bool went_wrong(const bench::Result& a, const bench::Result& b) { return is_wrong(b) && !is_wrong(a); }

// The information that is lost if B does not have this row; "" if there is none.
std::string had(const bench::Result& a) {
  return !a.skipped.empty() || is_wrong(a) ? ""
         : measured(a)                     ? "was measured"
         : a.verdict.passed()              ? "was correct"
         : a.counters                      ? "was counted"
                                           : "";
}

void compare_counters(RowChange& row, double threshold) {
  if (!row.a->counters || !row.b->counters) return;
  for (const simt::Counter& counter : simt::kCounters) {
    const uint64_t a = (*row.a->counters).*counter.value, b = (*row.b->counters).*counter.value;
    if (a == b) continue;
    row.counters.push_back({counter.name, a, b});
    const bool rose = static_cast<double>(b) > static_cast<double>(a) * (1 + threshold);
    if (rose && counter.cost && row.regression.empty())
      row.regression = fmt::format("{} rose from {} to {}", counter.name, a, b);
  }
}

RowChange compare_rows(const bench::Result& a, const bench::Result& b, double threshold) {
  RowChange row{&a, &b, Change::untimed, {}, {}, {}};
  if (went_wrong(a, b)) {
    row.regression = fmt::format("was {}, is {}", data::name(a.verdict.status), data::name(b.verdict.status));
    if (!b.verdict.message().empty()) row.regression += ": " + b.verdict.message();
  }
  if (measured(a) && measured(b)) {
    row.speedup = speedup(*a.time, *b.time);
    if (!std::isfinite(row.speedup.value)) row.speedup = {};
    row.change = !row.speedup.distinguishable() ? Change::not_distinguishable
                 : row.speedup.value > 1        ? Change::faster
                                                : Change::slower;
    if (row.change == Change::slower && 1 / row.speedup.value > 1 + threshold && row.regression.empty())
      row.regression = fmt::format("takes {:.1f} % longer", 100 * (1 / row.speedup.value - 1));
  } else if (!b.skipped.empty() && !had(a).empty()) {
    row.regression = had(a) + ", is skipped: " + text_of(b.skipped);
  }
  if (a.verdict.status != b.verdict.status) row.change = Change::verdict_changed;
  compare_counters(row, threshold);
  return row;
}

void warn(Comparison& comparison, const RunFile& a, const RunFile& b) {
  const auto differs = [&](const char* what, const std::string& in_a, const std::string& in_b,
                           const char* effect) {
    if (in_a != in_b)
      comparison.warnings.push_back(fmt::format("The {} differs: {} in A, {} in B; {}.", what,
                                                in_a.empty() ? "none" : in_a, in_b.empty() ? "none" : in_b,
                                                effect));
  };
  bool gpu = false, cpu = false, counted = false;
  for (const RowChange& row : comparison.rows) {
    if (!row.a || !row.b) continue;
    gpu = gpu || row.a->backend == bench::Backend::cuda;
    cpu = cpu || (row.a->backend != bench::Backend::cuda && row.speedup.value > 0);
    counted = counted || (row.a->counters && row.b->counters);
  }
  if (gpu) {
    differs("GPU", a.context.device, b.context.device,
            "the times depend on the device as much as on the code");
    differs("L2 cache", a.context.l2_cache.empty() ? "cold" : a.context.l2_cache,
            b.context.l2_cache.empty() ? "cold" : b.context.l2_cache,
            "a run that finds its input there takes less time");
    differs("driver", a.context.driver, b.context.driver, "the times may differ for this reason alone");
    differs("CUDA toolkit", a.context.toolkit, b.context.toolkit,
            "the times may differ for this reason alone");
    if (!a.context.cub.empty() && !b.context.cub.empty())
      differs("CUB", a.context.cub, b.context.cub, "the times of the peers may differ for this reason alone");
  }
  if (cpu)
    differs("CPU", a.context.host_cpu, b.context.host_cpu, "executor and cpu times depend on the computer");
  if (counted)
    differs("compiler", a.context.compiler, b.context.compiler,
            "the counters may differ for this reason alone");
}

}  // namespace

const char* name(Change change) {
  return change == Change::not_distinguishable ? "≈ same"
         : change == Change::untimed           ? "not timed"
         : change == Change::only_in_a         ? "only in A"
         : change == Change::only_in_b         ? "only in B"
                                               : data::name(change);
}

Comparison compare(const RunFile& a, const RunFile& b, double threshold, Missing missing) {
  Comparison comparison;
  comparison.a = a.context;
  comparison.b = b.context;
  comparison.threshold = threshold;
  std::map<Key, const bench::Result*> in_b;
  std::map<Key, size_t> seen;
  for (const bench::Result& row : b.results)
    if (!in_b.emplace(key_of(row), &row).second)
      comparison.warnings.push_back(
          fmt::format("B has {} twice under the same conditions; the first one is used.", row.id));
  for (const bench::Result& row : a.results) {
    if (seen[key_of(row)]++ > 0) {
      comparison.warnings.push_back(
          fmt::format("A has {} twice under the same conditions; the first one is used.", row.id));
      continue;
    }
    const auto other = in_b.find(key_of(row));
    if (other == in_b.end()) {
      const std::string lost = missing == Missing::counts ? had(row) : "";
      comparison.rows.push_back(
          {&row, nullptr, Change::only_in_a, {}, {}, lost.empty() ? "" : lost + ", is not in B"});
      continue;
    }
    comparison.rows.push_back(compare_rows(row, *other->second, threshold));
    ++comparison.matched;
  }
  for (const bench::Result& row : b.results)
    if (seen[key_of(row)]++ == 0) comparison.rows.push_back({nullptr, &row, Change::only_in_b, {}, {}, {}});
  for (const RowChange& row : comparison.rows) comparison.regressions += row.regression.empty() ? 0 : 1;
  warn(comparison, a, b);
  return comparison;
}

namespace {

bool unchanged(const RowChange& row) {
  return (row.change == Change::not_distinguishable || row.change == Change::untimed) &&
         row.counters.empty() && row.regression.empty();
}

std::string change_text(const RowChange& row) {
  if (row.change != Change::verdict_changed) return name(row.change);
  return fmt::format("{} → {}", data::name(row.a->verdict.status), data::name(row.b->verdict.status));
}

const bench::Result& shown(const RowChange& row) { return row.a ? *row.a : *row.b; }

// Included in row names only if it distinguishes rows.
struct Differs {
  bool dtype = false, block = false;
};

Differs what_differs(const Comparison& comparison) {
  std::set<std::string> dtypes;
  std::set<unsigned> blocks;
  for (const RowChange& row : comparison.rows) {
    if (!shown(row).dtype.empty()) dtypes.insert(shown(row).dtype);
    if (shown(row).block != 0) blocks.insert(shown(row).block);
  }
  return {dtypes.size() > 1, blocks.size() > 1};
}

// Uses enough decimals to avoid printing a bound other than 1 as 1.000.
std::string interval_text(const bench::Ratio& ratio) {
  constexpr int kMost = 6;
  int decimals = 3;
  for (const double bound : {ratio.low, ratio.high})
    while (decimals < kMost && bound != 1 && std::fabs(bound - 1) < 0.5 * std::pow(10, -decimals)) ++decimals;
  return fmt::format("{:.{}f}–{:.{}f}", ratio.low, decimals, ratio.high, decimals);
}

std::string where(const char* letter, const std::string& file, const Context& context) {
  return fmt::format("{} is {}: {}.", letter, file,
                     context.device.empty() && !context.host_cpu.empty()
                         ? fmt::format("{}, {}", context.host_cpu, where_measured(context, ""))
                         : where_measured(context, ""));
}

}  // namespace

Table comparison_table(const Comparison& comparison, const std::string& a, const std::string& b) {
  std::vector<double> times;
  for (const RowChange& row : comparison.rows)
    for (const bench::Result* result : {row.a, row.b})
      if (!unchanged(row) && result && result->time) times.push_back(result->time->median);
  const text::TimeUnit unit = text::unit_for(times);
  Table table;
  const auto column = [](const std::string& heading, Align align, bool flexible = false, int drop = 0) {
    return Column{heading, "", "", align, flexible, drop, heading};
  };
  table.columns = {column("row", Align::left, true),
                   column("backend", Align::left, false, 3),
                   column("n", Align::right),
                   column(fmt::format("A, {}", unit.name), Align::right),
                   column(fmt::format("B, {}", unit.name), Align::right),
                   column("A / B", Align::right),
                   column("95 % interval", Align::right, false, 2),
                   column("change", Align::left)};
  const Differs differs = what_differs(comparison);
  size_t same = 0;
  for (const RowChange& row : comparison.rows) {
    if (unchanged(row)) {
      ++same;
      continue;
    }
    const bench::Result& one = shown(row);
    const auto time = [&](const bench::Result* result) {
      if (!result || !result->time) return Cell{"-"};
      const double value = result->time->median / unit.seconds;
      const int digits = value < 0.1 ? 3 : value < 1 ? 4 : 5;
      return Cell{value < 1e4 ? fmt::format("{:#.{}g}", value, digits) : fmt::format("{:.0f}", value)};
    };
    const bool timed = row.speedup.value > 0;
    const bool bad = !row.regression.empty();
    const Tone tone = bad                            ? Tone::bad
                      : row.change == Change::faster ? Tone::good
                      : row.change == Change::slower ? Tone::warn
                                                     : Tone::plain;
    std::string name = row_name(one);
    if (differs.dtype && !one.dtype.empty()) name += " " + one.dtype;
    if (differs.block && one.block != 0) name += fmt::format(" block {}", one.block);
    table.rows.push_back({{{name},
                           {data::name(one.backend)},
                           {size_text(one)},
                           time(row.a),
                           time(row.b),
                           {timed ? ratio_text(row.speedup) : "-"},
                           {timed ? interval_text(row.speedup) : "-"},
                           {change_text(row) + (bad ? " ✗" : ""), tone}},
                          "",
                          false});
    for (const CounterDifference& counter : row.counters)
      table.rows.emplace_back().section = fmt::format("    {}: {} → {}", counter.name, counter.a, counter.b);
  }
  table.title =
      fmt::format("{} rows in both files, {} changed or new, {} regression{} (threshold: {:g} %)",
                  comparison.matched, table.rows.empty() ? 0 : comparison.rows.size() - same,
                  comparison.regressions, comparison.regressions == 1 ? "" : "s", 100 * comparison.threshold);
  table.notes = {
      where("A", a, comparison.a), where("B", b, comparison.b),
      "A / B: the time in A divided by the time in B. In rows marked faster or slower, the interval "
      "excludes 1, so the change, however small, is larger than the noise."};
  if (same > 0)
    table.notes.push_back(
        fmt::format("Not shown: rows that did not change ({}). If the quantity is a time, this means that "
                    "the interval for A / B contains 1.",
                    same));
  table.signs = {{"≈", "≈ marks a ratio that is not distinguishable from 1: the interval contains 1."},
                 {"✗",
                  "✗ marks a regression: a row that became slower or costlier by more than the threshold, "
                  "became wrong, or is missing."}};
  return table;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string out =
      "id,backend,n,dtype,block,scan,a_median_s,b_median_s,a_over_b,low,high,change,counters,regression\n";
  for (const RowChange& row : comparison.rows) {
    const bench::Result& one = shown(row);
    const auto median = [](const bench::Result* result) {
      return result && result->time ? fmt::format("{:.9g}", result->time->median) : "";
    };
    const bool timed = row.speedup.value > 0;
    const auto ratio = [&](double value) {
      return timed && std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
    };
    std::string counters;
    for (const CounterDifference& counter : row.counters)
      counters +=
          fmt::format("{}{}: {} → {}", counters.empty() ? "" : "; ", counter.name, counter.a, counter.b);
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(one.id), data::name(one.backend),
                    one.n, csv_field(one.dtype), one.block, csv_field(one.scan), median(row.a), median(row.b),
                    ratio(row.speedup.value), ratio(row.speedup.low), ratio(row.speedup.high),
                    data::name(row.change), csv_field(counters), csv_field(row.regression));
  }
  return out;
}

data::Json comparison_json(const Comparison& comparison, const std::string& a, const std::string& b) {
  using data::Json;
  Json json = {{"schema_version", 1},
               {"a", a},
               {"b", b},
               {"threshold", comparison.threshold},
               {"matched", comparison.matched},
               {"regressions", comparison.regressions},
               {"warnings", comparison.warnings},
               {"rows", Json::array()}};
  for (const RowChange& row : comparison.rows) {
    const bench::Result& one = shown(row);
    const auto median = [](const bench::Result* result) {
      return result && result->time ? Json(result->time->median) : Json(nullptr);
    };
    const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
    Json counters = Json::array();
    for (const CounterDifference& counter : row.counters)
      counters.push_back({{"name", counter.name}, {"a", counter.a}, {"b", counter.b}});
    const bench::Ratio& r = row.speedup;
    json["rows"].push_back(
        {{"id", one.id},
         {"backend", data::name(one.backend)},
         {"n", one.n},
         {"dtype", one.dtype},
         {"block", one.block},
         {"scan", one.scan.empty() ? Json(nullptr) : Json(one.scan)},
         {"change", data::name(row.change)},
         {"a_median", median(row.a)},
         {"b_median", median(row.b)},
         {"speedup", r.value > 0 ? Json{{"value", r.value}, {"low", finite(r.low)}, {"high", finite(r.high)}}
                                 : Json(nullptr)},
         {"counters", counters},
         {"regression", row.regression.empty() ? Json(nullptr) : Json(row.regression)}});
  }
  return json;
}

double parse_threshold(const std::string& text) {
  const bool percent = text.ends_with('%');
  const std::string number = percent ? text.substr(0, text.size() - 1) : text;
  double value = NAN;
  size_t used = 0;
  try {
    value = std::stod(number, &used);
  } catch (const std::exception&) {
    used = std::string::npos;
  }
  // A plain 5 could mean 5 % or 500 %.
  if (used != number.size() || !std::isfinite(value) || value < 0 || (!percent && value >= 1))
    throw os::Error(fmt::format(
        "\"{}\" is not a threshold: give a percentage such as 5%, or a fraction below 1 such as 0.05", text));
  return percent ? value / 100 : value;
}

}  // namespace ladder::report
