// The executor's counts, stage by stage: a column of bars for each counter, each with its own scale.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/svg.h"

namespace ladder::report {
namespace {

// All sizes are in pixels.
constexpr double kRow = 20, kBar = 11, kTop = 78, kMargin = 14, kGap = 18, kLongest = 62, kNumber = 44,
                 kWidth = 880;

using C = simt::Counters;

struct Counted {
  const char *first_line, *second_line;
  double (*value)(const C&);
  bool quotient = false;  // a ratio, so it is written with decimals
};
constexpr Counted kCounted[] = {
    {"sectors per", "load request", [](const C& c) { return c.sectors_per_global_load(); }, true},
    {"wavefronts per", "shared request", [](const C& c) { return c.wavefronts_per_shared_request(); }, true},
    {"shared", "requests", [](const C& c) { return static_cast<double>(c.shared_requests()); }},
    {"active lanes", "per request", [](const C& c) { return c.active_lanes_per_request(); }, true},
    {"", "barriers", [](const C& c) { return static_cast<double>(c.barriers); }},
    {"integer", "divisions", [](const C& c) { return static_cast<double>(c.integer_divisions); }},
    {"", "shuffles", [](const C& c) { return static_cast<double>(c.shuffles); }},
    {"", "atomics", [](const C& c) { return static_cast<double>(c.atomics); }},
    {"", "launches", [](const C& c) { return static_cast<double>(c.launches); }},
};

double value_of(const Counted& what, const bench::Result* row) {
  if (is_wrong(*row)) return 0;
  const double value = what.value(*row->counters);
  return std::isfinite(value) ? value : 0;  // without requests there is no ratio
}

std::string number(const Counted& what, double value) {
  return value == 0 ? "-" : what.quotient ? text::significant(value) : text::count_text(value);
}

}  // namespace

svg::Document counters_chart(const Group& group, const RunFile& file, const TableOptions& options) {
  Rows rows;
  for (const bench::Result* row : group.stages)
    if (row->counters || is_wrong(*row)) rows.push_back(row);
  std::vector<Counted> shown;  // counters that are not 0 in every stage
  for (const Counted& what : kCounted)
    if (std::any_of(rows.begin(), rows.end(), [&](const auto* row) { return value_of(what, row) > 0; }))
      shown.push_back(what);

  const std::string title = fmt::format("{} · counters · {}", group.track, conditions(group));
  double name = 0;
  for (const bench::Result* row : rows) name = std::max(name, svg::text_width(stage_name(*row), 12, true));
  const double panels = kMargin + name + kGap,  // as wide in total as the other pictures on a page
      longest = std::max(kLongest,
                         (kWidth - panels - kMargin) / static_cast<double>(shown.size()) - kNumber - kGap),
               panel = longest + kNumber + kGap;
  const double end = kTop + kRow * static_cast<double>(rows.size());
  std::string body = svg::text(kMargin, 24, "head", title), description;

  for (size_t r = 0; r < rows.size(); ++r) {
    const double y = kTop + kRow * static_cast<double>(r);
    body +=
        svg::line(kMargin, y - 4, panels + panel * static_cast<double>(shown.size()) - kGap, y - 4, "rule");
    body += svg::text(kMargin, y + kBar - 1, "strong", stage_name(*rows[r]));
    if (is_wrong(*rows[r]))
      body += svg::text(panels + 4, y + kBar - 1, "small text-red", cause_word(*rows[r]));
  }
  for (size_t c = 0; c < shown.size(); ++c) {
    const Counted& what = shown[c];
    const double x = panels + panel * static_cast<double>(c);
    body += svg::text(x, kTop - 26, "small soft", what.first_line);
    body += svg::text(x, kTop - 13, "small soft", what.second_line);
    double most = 0;
    for (const bench::Result* row : rows) most = std::max(most, value_of(what, row));
    std::string told;
    for (size_t r = 0; r < rows.size(); ++r) {
      if (is_wrong(*rows[r])) continue;
      const double value = value_of(what, rows[r]), y = kTop + kRow * static_cast<double>(r);
      const double length = longest * value / most;
      if (value > 0) body += svg::rect(x, y, std::max(length, 1.0), kBar, "blue");
      body +=
          svg::text(x + length + 4, y + kBar - 1, value > 0 ? "small" : "small soft", number(what, value));
      told += fmt::format("{}{} {}", told.empty() ? "" : ", ", stage_name(*rows[r]), number(what, value));
    }
    description +=
        fmt::format("{}{}{}: {}. ", what.first_line, *what.first_line ? " " : "", what.second_line, told);
    body += svg::line(x, kTop - 6, x, end, "line");
  }
  description += wrong_ones({group});
  std::string presents = file.context.executor_presents;
  presents = presents.substr(0, presents.find(" ("));
  const std::string counted_by =
      group.backend == bench::Backend::cuda
          ? fmt::format("Counted by the GPU's profiler on {}.",
                        options.slide ? provenance(file.context) : where_measured(file.context, ""))
          : fmt::format(
                "Counted by the executor, which acts as {}; the counts are the same on every "
                "computer.",
                presents.empty() ? "a fixed device" : "an " + presents);
  const std::string note = counted_by + (options.slide ? "" : " Every column has its own scale.");
  body += svg::text(kMargin, end + 22, "small soft", note);
  const double width = std::max(panels + panel * static_cast<double>(shown.size()) + kMargin - kGap,
                                svg::text_width(note, 11) + 2 * kMargin);
  return {width, end + 36, title, description + note, body};
}

}  // namespace ladder::report
