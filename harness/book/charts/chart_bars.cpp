// The ladder as bars: one for each stage, as long as its bandwidth; the ceiling is a dashed line.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/kind.h"
#include "charts/svg.h"

namespace report {
namespace {

// In pixels.
constexpr int kRow = 22, kBar = 14, kTop = 58, kBottom = 40, kMargin = 14, kGap = 14;
constexpr int kLongest = 380, kRate = 50, kPercent = 86;

}  // namespace

std::string bars_svg(const Group& group, const RunFile& file) {
  Rows rows;
  const bench::Result* ceiling = ceiling_of(group);
  for (const bench::Result* row : group.stages)
    if (row->bandwidth || is_wrong(*row)) rows.push_back(row);
  if (std::none_of(rows.begin(), rows.end(), [](const auto* row) { return row->bandwidth.has_value(); }))
    throw os::Error(fmt::format("bars need a bandwidth; no row of {} has one", group.track));
  for (const bench::Result* row : group.peers)
    if (row->bandwidth && bench::kind_of(row->id) == bench::Kind::peer) rows.push_back(row);

  double longest = ceiling ? *ceiling->bandwidth : 0;
  for (const bench::Result* row : rows)
    if (!is_wrong(*row)) longest = std::max(longest, *row->bandwidth);
  const auto length = [&](double rate) { return kLongest * rate / longest; };
  const auto words = [](const bench::Result& row) { return is_stage(row) ? row.idea : row.scan; };
  double name = 0, idea = 0;
  for (const bench::Result* row : rows) {
    name = std::max(name, svg::text_width(stage_and_gpus(*row), 12, true));
    idea = std::max(idea, svg::text_width(words(*row)));
  }
  const double ideas = kMargin + name + kGap, bars = ideas + idea + kGap;
  const double rates = std::ceil(bars) + kLongest + kRate, width = rates + kPercent + kMargin;
  const auto count = static_cast<int>(rows.size());
  const int end = kTop + count * kRow, height = end + kBottom;

  const std::string title =
      fmt::format("{} · GB/s · {} · {}", group.track, conditions(group), short_device(file.context.device));
  std::string body = svg::text(kMargin, 24, "head", title), description;
  for (int i = 0; i < count; ++i) {
    const bench::Result& row = *rows[static_cast<size_t>(i)];
    const int y = kTop + i * kRow;
    const double base = y + kBar - 3;
    body += svg::text(kMargin, base, "strong", stage_and_gpus(row));
    body += svg::text(ideas, base, "soft", words(row));
    const bool wrong = is_wrong(row);  // how fast that was says nothing
    if (wrong) {
      body += svg::text(bars, base, "text-red strong", cause_word(row));
    } else {
      body += svg::rect(bars, y, length(*row.bandwidth), kBar, is_stage(row) ? "blue" : "grey");
      body += svg::text(rates, base, "end", rate_text(*row.bandwidth));
    }
    if (row.fraction_of_ceiling && !wrong)
      body += svg::text(width - kMargin, base, "end soft", percent_text(*row.fraction_of_ceiling));
    description += fmt::format("{}{}: {}", description.empty() ? "" : ", ", stage_and_gpus(row),
                               wrong ? cause_word(row) : rate_text(*row.bandwidth));
  }
  const auto has_part = [](const bench::Result* row) { return row->fraction_of_ceiling.has_value(); };
  body += svg::text(rates, kTop - 14, "end soft", "GB/s");
  if (std::any_of(rows.begin(), rows.end(), has_part))
    body += svg::text(width - kMargin, kTop - 14, "end soft", "% of ceiling");
  if (ceiling) {
    const double x = bars + length(*ceiling->bandwidth);
    body += svg::line(x, kTop - 10, x, end, "stroke-red dashed");
    body += svg::text(x, kTop - 14, "text-red end",
                      fmt::format("{}: {}", ceiling->id, rate_text(*ceiling->bandwidth)));
    description += fmt::format("; {}: {}", ceiling->id, rate_text(*ceiling->bandwidth));
  }
  const std::string where = fmt::format("Measured on {}.", where_measured(file.context, ""));
  body += svg::text(kMargin, end + 22, "small soft", where);
  return svg::written({width, static_cast<double>(height), title,
                       fmt::format("GB/s of each stage. {}. {}", description, where), body});
}

}  // namespace report
