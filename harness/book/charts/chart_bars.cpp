// The ladder as bars: one for each stage and results file, showing its bandwidth (its operations per second, if
// arithmetic is the limit) or its speedup over the first stage. The reference, a ceiling or the first stage, is a dashed line.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/kind.h"
#include "charts/chart_parts.h"
#include "charts/svg.h"
#include "tables/arithmetic.h"

namespace report {
namespace {

// All sizes are in pixels.
constexpr double kBar = 14, kThinBar = 11, kBetween = 8, kHead = 58, kLine = 14, kFoot = 62, kMargin = 14,
                 kGap = 14;
constexpr double kLongest = 380, kWidth = 880, kNumber = 50, kPercent = 86;

struct Length {
  double value;
  double low = 0, high = 0;  // an interval, unless the two are equal
  std::string text = {};
};

struct Quantity {
  const char *title, *axis, *unit;  // "bandwidth", "bandwidth (GB/s)", "GB/s"
  bool has_ceiling;
  std::optional<Length> (*of)(const bench::Result&, const Group&);
};

struct Line {  // the rows of one stage or peer, one per file; nullptr: missing
  Rows in_file;
  const bench::Result* first;
};

std::vector<Line> lines_of(const std::vector<Group>& each, const Quantity& quantity, bool peers) {
  std::vector<Line> lines;
  for (Rows Group::*const part : {&Group::stages, &Group::peers})
    for (size_t f = 0; f < each.size(); ++f)
      for (const bench::Result* row : each[f].*part) {
        if (!is_stage(*row) && (!peers || bench::kind_of(row->id) != bench::Kind::peer)) continue;
        if (!quantity.of(*row, each[f]) && !is_wrong(*row)) continue;
        auto line = std::find_if(lines.begin(), lines.end(),
                                 [&](const Line& l) { return same_but_file(*l.first, *row); });
        if (line == lines.end()) line = lines.insert(lines.end(), {Rows(each.size(), nullptr), row});
        line->in_file[f] = row;
      }
  return lines;
}

svg::Document drawn(const std::vector<Group>& each, const Files& files, const TableOptions& options,
                    const Quantity& quantity) {
  const std::vector<Line> lines = lines_of(each, quantity, options.peers);
  double longest = 0;
  bool fractions = false;
  for (const Line& line : lines)
    for (size_t f = 0; f < each.size(); ++f)
      if (const bench::Result* row = line.in_file[f]; row && !is_wrong(*row)) {
        longest = std::max(longest, quantity.of(*row, each[f])->value);
        fractions = fractions || (quantity.has_ceiling && row->fraction_of_ceiling);
      }
  if (longest == 0)
    throw os::Error(fmt::format("{} need a {}; no row of {} has one", "bars", quantity.title, each[0].track));
  const bool several = files.size() > 1;
  std::vector<const bench::Result*> ceilings;
  for (const Group& group : each) {
    ceilings.push_back(quantity.has_ceiling ? ceiling_of(group) : nullptr);
    if (ceilings.back()) longest = std::max(longest, quantity.of(*ceilings.back(), group)->value);
  }

  const bool ideas = !options.slide;
  const auto words = [&](const bench::Result& row) {
    return !ideas ? std::string() : is_stage(row) ? row.idea : row.scan;
  };
  double name = 0, idea = 0;
  for (const Line& line : lines) {
    name = std::max(name, svg::text_width(stage_and_gpus(*line.first), 12, true));
    idea = std::max(idea, svg::text_width(words(*line.first)));
  }
  const double files_here = static_cast<double>(files.size()), count = static_cast<double>(lines.size());
  const double bar = several ? kThinBar : kBar, row_height = bar * files_here + kBetween;
  const double top = kHead + (several ? kLine * (files_here + quantity.has_ceiling) - 4 : 0),
               end = top + count * row_height, height = end + kFoot,
               bars = std::ceil(kMargin + name + kGap + (ideas ? idea + kGap : 0)),
               right = kNumber + (fractions ? kPercent : 0) + kMargin;
  // Pictures on a page have the same width; on a slide the ratio is 16 to 9, so that text is large.
  const double room = (options.slide ? std::max(520.0, height * 16 / 9) : kWidth) - bars - right;
  const std::vector<double> marks = linear_ticks(longest);
  const Axis x{0, std::max(longest, marks.back()), bars,
               bars + std::max(room, options.slide ? 200 : kLongest), false};
  const double width = x.to + right, numbers = x.to + kNumber;

  const std::vector<std::string> devices = device_names(files);
  std::vector<std::string> wheres;
  for (const RunFile* file : files) {
    wheres.push_back(options.slide || several ? provenance(file->context)
                                              : where_measured(file->context, ""));
  }
  const std::string title = fmt::format("{} · {} · {} · {}", each[0].track, quantity.title,
                                        conditions(each[0]), fmt::join(devices, " and "));
  const std::string where = fmt::format("Measured on {}.", fmt::join(wheres, "; "));
  std::string body = svg::text(kMargin, 24, "head", title), description, ceilings_told;
  for (const double mark : marks) {
    body += svg::line(x.at(mark), top - 6, x.at(mark), end, "rule");
    body += svg::text(x.at(mark), end + 15, "middle small soft", fmt::format("{:g}", mark));
  }
  body += svg::text((x.from + x.to) / 2, end + 32, "middle soft", quantity.axis);
  body += svg::line(x.from, top - 6, x.from, end, "line");
  for (size_t f = 0; f < each.size(); ++f) {
    const auto line = [](auto place) { return kHead - 14 + kLine * static_cast<double>(place); };
    if (several) {
      body += svg::rect(kMargin, line(f) - 9, 10, 10, kLooks[f].colour);
      body += svg::text(kMargin + 16, line(f), "", devices[f]);
    }
    if (ceilings[f] == nullptr) continue;
    // The label of the longest is at the top, so that no other line crosses it.
    const double at = line(std::count_if(ceilings.begin(), ceilings.end(), [&](const bench::Result* other) {
      return other != nullptr && *other->bandwidth > *ceilings[f]->bandwidth;
    }));
    const Length ceiling = *quantity.of(*ceilings[f], each[f]);
    const std::string told =
        fmt::format("{}{}: {}", several ? devices[f] + ", " : "", ceilings[f]->id, ceiling.text);
    body += svg::line(x.at(ceiling.value), at + 4, x.at(ceiling.value), end,
                      fmt::format("stroke-{} outline dashed", several ? kLooks[f].colour : "red"));
    body += svg::text(x.at(ceiling.value), at, several ? "end" : "text-red end", told);
    ceilings_told += "; " + told;
  }
  if (quantity.unit[0] != 0) body += svg::text(numbers, top - 10, "end soft", quantity.unit);
  if (fractions) body += svg::text(width - kMargin, top - 10, "end soft", "% of ceiling");

  for (size_t i = 0; i < lines.size(); ++i) {
    const bench::Result& first = *lines[i].first;
    const double y = top + static_cast<double>(i) * row_height, middle = y + bar * files_here / 2 + 4;
    body += svg::text(kMargin, middle, "strong", stage_and_gpus(first));
    body += svg::text(kMargin + name + kGap, middle, "soft", words(first));
    for (size_t f = 0; f < each.size(); ++f) {
      const bench::Result* row = lines[i].in_file[f];
      if (row == nullptr) continue;
      const double at = y + bar * static_cast<double>(f), base = at + bar - (several ? 1.5 : 3);
      const std::string size = several ? "small " : "";
      description += fmt::format("{}{}{}: ", description.empty() ? "" : ", ", stage_and_gpus(*row),
                                 several ? " on " + devices[f] : "");
      if (is_wrong(*row)) {  // the speed of a wrong row means nothing
        body += svg::text(bars + 4, base, size + "text-red strong", cause_word(*row));
        description += cause_word(*row);
        continue;
      }
      const Length length = *quantity.of(*row, each[f]);
      body += svg::rect(bars, at, x.at(length.value) - bars, several ? bar - 1 : bar,
                        is_stage(*row) || several ? kLooks[f].colour : "grey");
      if (length.low < length.high)
        body += svg::path(fmt::format("M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v6M{1:.1f} {3:.1f}v6",
                                      x.at(length.low), x.at(length.high), at + bar / 2, at + bar / 2 - 3),
                          "outline stroke-ink");
      body += svg::text(numbers, base, size + "end", length.text);
      if (fractions && row->fraction_of_ceiling)
        body += svg::text(width - kMargin, base, size + "end soft", percent_text(*row->fraction_of_ceiling));
      description += length.text;
    }
  }
  description += ceilings_told;
  body += svg::text(kMargin, end + 52, "small soft", where);
  return {std::max(width, svg::text_width(where, 11) + 2 * kMargin), height, title,
          fmt::format("{} of each stage. {}. {}", quantity.axis, description, where), body};
}

}  // namespace

svg::Document bars_chart(const std::vector<Group>& each, const Files& files, const TableOptions& options) {
  if (is_arithmetic_group(each[0]))
    return drawn(each, files, options,
                 {"performance", "performance (TFLOP/s)", "TFLOP/s", false,
                  [](const bench::Result& row, const Group&) -> std::optional<Length> {
                    const double rate = operations_per_second(row) / 1e12;
                    if (rate == 0) return {};
                    return Length{rate, 0, 0, significant(rate)};
                  }});
  return drawn(each, files, options,
               {"bandwidth", "bandwidth (GB/s)", "GB/s", true,
                [](const bench::Result& row, const Group&) -> std::optional<Length> {
                  if (!row.bandwidth) return {};
                  return Length{*row.bandwidth / 1e9, 0, 0, rate_text(*row.bandwidth)};
                }});
}

svg::Document speedup_chart(const std::vector<Group>& each, const Files& files, const TableOptions& options) {
  return drawn(each, files, options,
               {"speedup over the first stage", "speedup over the first stage (×)", "", false,
                [](const bench::Result& row, const Group& group) -> std::optional<Length> {
                  const auto ratio = speedup_over_first(row, group);
                  if (!ratio) return {};
                  return Length{ratio->value, ratio->low, ratio->high, ratio_text(*ratio)};
                }});
}

}  // namespace report
