// The ladder as bars, one for each stage and results file. A bar shows the bandwidth (or the operations per
// second, if arithmetic is the limit) or the speedup over the first stage. The reference, a ceiling or the
// first stage, is a dashed line.
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

namespace ladder::report {
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
  std::optional<Length> (*of)(const bench::Result&, const Group&);
  const bench::Result* (*reference)(
      const Group&);  // the row that appears as a line across the bars; may be nullptr
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

struct Bars {
  const std::vector<Group>& each;  // one per file
  const Quantity& quantity;
  std::vector<Line> lines;
  std::vector<std::string> devices;
  bool ideas;  // next to each name; not on a slide
  double longest = 0;
  bool fractions = false;
  std::vector<const bench::Result*> references = {};  // one per file; nullptr: none

  bool several() const { return each.size() > 1; }
  std::string words(const bench::Result& row) const {
    return !ideas ? "" : is_stage(row) ? row.idea : row.scan;
  }
};

const bench::Result* peer_of(const Group& group) {
  const auto peer = std::ranges::find_if(group.peers, [](const bench::Result* row) {
    return bench::kind_of(row->id) == bench::Kind::peer && row->time && !is_wrong(*row);
  });
  return peer == group.peers.end() ? nullptr : *peer;
}

Bars bars_of(const std::vector<Group>& each, const Files& files, const TableOptions& options,
             const Quantity& quantity) {
  Bars bars{each, quantity, lines_of(each, quantity, options.peers), device_names(files), !options.slide};
  for (const Line& line : bars.lines)
    for (size_t f = 0; f < each.size(); ++f)
      if (const bench::Result* row = line.in_file[f]; row && !is_wrong(*row)) {
        bars.longest = std::max(bars.longest, quantity.of(*row, each[f])->value);
        bars.fractions = bars.fractions || (quantity.reference == ceiling_of && row->fraction_of_ceiling);
      }
  if (bars.longest == 0)
    throw os::Error(fmt::format("{} need a {}; no row of {} has one", "bars", quantity.title, each[0].track));
  for (const Group& group : each) {
    const bench::Result* ceiling = quantity.reference ? quantity.reference(group) : nullptr;
    bars.references.push_back(ceiling);
    if (ceiling) bars.longest = std::max(bars.longest, quantity.of(*ceiling, group)->value);
  }
  return bars;
}

struct Layout {
  double bar, rows, row_height;  // a row has a bar for each file
  double top, end, height;
  double ideas, numbers, width;
  std::vector<double> marks;
  Axis x;
};

Layout layout_of(const Bars& bars, bool slide) {
  double name = 0, idea = 0;
  for (const Line& line : bars.lines) {
    name = std::max(name, svg::text_width(stage_and_gpus(*line.first), 12, true));
    idea = std::max(idea, svg::text_width(bars.words(*line.first)));
  }
  const double files = static_cast<double>(bars.each.size()), count = static_cast<double>(bars.lines.size());
  Layout at;
  at.bar = bars.several() ? kThinBar : kBar;
  at.rows = at.bar * files;
  at.row_height = at.rows + kBetween;
  at.top = kHead + (bars.several() ? kLine * (files + (bars.quantity.reference != nullptr)) - 4 : 0);
  at.end = at.top + count * at.row_height;
  at.height = at.end + kFoot;
  at.ideas = kMargin + name + kGap;
  at.marks = linear_ticks(bars.longest);
  const double left = std::ceil(at.ideas + (bars.ideas ? idea + kGap : 0)),
               right = kNumber + (bars.fractions ? kPercent : 0) + kMargin;
  // Pictures on a page have the same width; on a slide the aspect ratio is 16 to 9, so that text is large.
  const double room = (slide ? std::max(520.0, at.height * 16 / 9) : kWidth) - left - right;
  at.x = {0, std::max(bars.longest, at.marks.back()), left, left + std::max(room, slide ? 200 : kLongest)};
  at.numbers = at.x.to + kNumber;
  at.width = at.x.to + right;
  return at;
}

struct Drawn {
  std::string body, description;
};

std::string drawn_axis(const Bars& bars, const Layout& at) {
  std::string body;
  for (const double mark : at.marks) {
    body += svg::line(at.x.at(mark), at.top - 6, at.x.at(mark), at.end, "rule");
    body += svg::text(at.x.at(mark), at.end + 15, "middle small soft", fmt::format("{:g}", mark));
  }
  body += svg::text((at.x.from + at.x.to) / 2, at.end + 32, "middle soft", bars.quantity.axis);
  return body + svg::line(at.x.from, at.top - 6, at.x.from, at.end, "line");
}

// The names of the devices, and their ceilings.
Drawn drawn_head(const Bars& bars, const Layout& layout) {
  std::string body, description;
  for (size_t f = 0; f < bars.each.size(); ++f) {
    const auto line = [](auto place) { return kHead - 14 + kLine * static_cast<double>(place); };
    if (bars.several()) {
      body += svg::rect(kMargin, line(f) - 9, 10, 10, kLooks[f].colour);
      body += svg::text(kMargin + 16, line(f), "", bars.devices[f]);
    }
    if (bars.references[f] == nullptr) continue;
    // The label of the longest line is at the top, so that no other line crosses it.
    const double at = line(std::ranges::count_if(bars.references, [&](const bench::Result* other) {
      return other != nullptr && other->time->median < bars.references[f]->time->median;
    }));
    const Length ceiling = *bars.quantity.of(*bars.references[f], bars.each[f]);
    const double x = layout.x.at(ceiling.value);
    const std::string told = fmt::format("{}{}: {}", bars.several() ? bars.devices[f] + ", " : "",
                                         bars.references[f]->id, ceiling.text);
    body += svg::line(x, at + 4, x, layout.end,
                      fmt::format("stroke-{} outline dashed", bars.several() ? kLooks[f].colour : "red"));
    body += svg::text(x, at, bars.several() ? "end" : "text-red end", told);
    description += "; " + told;
  }
  return {body, description};
}

Drawn drawn_bar(const Bars& bars, const Layout& layout, size_t file, const bench::Result& row, double at) {
  const Axis& x = layout.x;
  const double base = at + layout.bar - (bars.several() ? 1.5 : 3);
  const std::string size = bars.several() ? "small " : "";
  if (is_wrong(row))  // the speed of a wrong row means nothing
    return {svg::text(x.from + 4, base, size + "text-red strong", cause_word(row)), cause_word(row)};
  const Length length = *bars.quantity.of(row, bars.each[file]);
  std::string body =
      svg::rect(x.from, at, x.at(length.value) - x.from, bars.several() ? layout.bar - 1 : layout.bar,
                is_stage(row) || bars.several() ? kLooks[file].colour : "grey");
  if (length.low < length.high)
    body += svg::path(
        fmt::format("M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v6M{1:.1f} {3:.1f}v6", x.at(length.low),
                    x.at(length.high), at + layout.bar / 2, at + layout.bar / 2 - 3),
        "outline stroke-ink");
  body += svg::text(layout.numbers, base, size + "end", length.text);
  if (bars.fractions && row.fraction_of_ceiling)
    body += svg::text(layout.width - kMargin, base, size + "end soft",
                      text::percent_text(*row.fraction_of_ceiling));
  return {body, length.text};
}

Drawn drawn_rows(const Bars& bars, const Layout& layout) {
  std::string body, description;
  for (size_t i = 0; i < bars.lines.size(); ++i) {
    const bench::Result& first = *bars.lines[i].first;
    const double y = layout.top + static_cast<double>(i) * layout.row_height,
                 middle = y + layout.rows / 2 + 4;
    body += svg::text(kMargin, middle, "strong", stage_and_gpus(first));
    body += svg::text(layout.ideas, middle, "soft", bars.words(first));
    for (size_t f = 0; f < bars.each.size(); ++f) {
      const bench::Result* row = bars.lines[i].in_file[f];
      if (row == nullptr) continue;
      const Drawn bar = drawn_bar(bars, layout, f, *row, y + layout.bar * static_cast<double>(f));
      body += bar.body;
      description += fmt::format("{}{}{}: {}", description.empty() ? "" : ", ", stage_and_gpus(*row),
                                 bars.several() ? " on " + bars.devices[f] : "", bar.description);
    }
  }
  return {body, description};
}

svg::Document drawn(const std::vector<Group>& each, const Files& files, const TableOptions& options,
                    const Quantity& quantity) {
  const Bars bars = bars_of(each, files, options, quantity);
  const Layout layout = layout_of(bars, options.slide);
  std::vector<std::string> wheres;
  for (const RunFile* file : files) {
    wheres.push_back(options.slide || bars.several() ? provenance(file->context)
                                                     : where_measured(file->context, ""));
  }
  const std::string title = fmt::format("{} · {} · {} · {}", each[0].track, quantity.title,
                                        conditions(each[0]), fmt::join(bars.devices, " and "));
  const std::string where = fmt::format("Measured on {}.", fmt::join(wheres, "; "));
  const Drawn head = drawn_head(bars, layout), rows = drawn_rows(bars, layout);
  std::string body = svg::text(kMargin, 24, "head", title) + drawn_axis(bars, layout) + head.body;
  if (quantity.unit[0] != 0) body += svg::text(layout.numbers, layout.top - 10, "end soft", quantity.unit);
  if (bars.fractions) body += svg::text(layout.width - kMargin, layout.top - 10, "end soft", "% of ceiling");
  body += rows.body + svg::text(kMargin, layout.end + 52, "small soft", where);
  return {std::max(layout.width, svg::text_width(where, 11) + 2 * kMargin), layout.height, title,
          fmt::format("{} of each stage. {}{}. {}", quantity.axis, rows.description, head.description, where),
          body};
}

}  // namespace

svg::Document bars_chart(const std::vector<Group>& each, const Files& files, const TableOptions& options) {
  if (is_arithmetic_group(each[0]))
    return drawn(each, files, options,
                 {"performance", "performance (TFLOP/s)", "TFLOP/s",
                  [](const bench::Result& row, const Group&) -> std::optional<Length> {
                    const double rate = operations_per_second(row) / 1e12;
                    if (rate == 0) return {};
                    return Length{rate, 0, 0, text::significant(rate)};
                  },
                  peer_of});
  return drawn(each, files, options,
               {"bandwidth", "bandwidth (GB/s)", "GB/s",
                [](const bench::Result& row, const Group&) -> std::optional<Length> {
                  if (!row.bandwidth) return {};
                  return Length{*row.bandwidth / 1e9, 0, 0, text::rate_text(*row.bandwidth)};
                },
                ceiling_of});
}

svg::Document speedup_chart(const std::vector<Group>& each, const Files& files, const TableOptions& options) {
  return drawn(each, files, options,
               {"speedup over the first stage", "speedup over the first stage (×)", "",
                [](const bench::Result& row, const Group& group) -> std::optional<Length> {
                  const auto ratio = speedup_over_first(row, group);
                  if (!ratio) return {};
                  return Length{ratio->value, ratio->low, ratio->high, ratio_text(*ratio)};
                },
                nullptr});
}

}  // namespace ladder::report
