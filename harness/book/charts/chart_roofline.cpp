// The roofline: for each track, its operations per byte and the operations per second that its stages reach,
// below the memory and arithmetic roofs.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/chart_parts.h"
#include "charts/svg.h"
#include "check/tasks.h"
#include "tables/arithmetic.h"
#include "tables/profile.h"

namespace ladder::report {
namespace {

// All sizes are in pixels.
constexpr double kWidth = 880, kLeft = 78, kRight = 850, kTop = 62, kBottom = 440;
constexpr size_t kMostNames = 8;  // per track

std::string rate_of(double operations) {  // per second
  return operations >= 1e12 ? text::significant(operations / 1e12) + " TFLOP/s"
                            : text::significant(operations / 1e9) + " GFLOP/s";
}

struct Point {
  std::string name;
  double intensity, rate;  // operations per byte, per second
  Look look;
  bool named = true, hollow = false;
  double issue = 0;  // the rate if the schedulers issued an instruction in every cycle; 0: not profiled
};

double best_rate(const std::vector<const bench::Result*>& rows) {
  double best = 0;
  for (const bench::Result* row : rows)
    if (!is_wrong(*row)) best = std::max(best, row->bandwidth.value_or(0));
  return best;
}

// All stages in one track, with labels for the important ones; for several tracks, the first stage (hollow) and
// the fastest.
std::vector<Point> points_of(const std::vector<Group>& groups, const RunFile& file) {
  std::vector<Point> points;
  for (size_t g = 0; g < groups.size(); ++g) {
    const check::Task* task = check::first_of_track(groups[g].track);
    if (task == nullptr) continue;  // the track is unknown to this program
    const Look& look = kLooks[g % std::size(kLooks)];
    const auto profiles = profiles_beside(file, groups[g].n, groups[g].block);
    bool first = true, fastest_found = false;
    const double best = best_rate(groups[g].stages);
    for (const bench::Result* row : groups[g].stages) {
      if (!row->bandwidth || row->bytes == 0 || is_wrong(*row)) continue;
      if (row->gpus.value_or(1) > 1) continue;  // the chart shows the roofs of one GPU
      const double operations = task->work.operations * static_cast<double>(row->n),
                   intensity = operations / static_cast<double>(row->bytes);
      Point point{row->id, intensity, intensity * *row->bandwidth, look};
      if (groups.size() > 1) {
        const bool fastest = *row->bandwidth == best && !fastest_found;
        fastest_found = fastest_found || fastest;
        point.hollow = first && !fastest;
        point.named = fastest;
        if (!first && !fastest) continue;
      }
      if (const auto profile = profiles.find(row->id);
          profile != profiles.end() && row->time && is_whole_job(profile->second, row->time->median))
        point.issue = operations / issue_seconds(profile->second);
      if (row->fraction_of_ceiling)
        point.name += fmt::format(": {} % of its ceiling", text::percent_text(*row->fraction_of_ceiling));
      first = false;
      points.push_back(std::move(point));
    }
  }
  if (groups.size() == 1) {
    std::vector<double> rates;
    for (const Point& point : points) rates.push_back(point.rate);
    const std::vector<bool> named = milestones(rates, kMostNames);
    for (size_t i = 0; i < points.size(); ++i) points[i].named = named[i];
  }
  return points;
}

std::string ratio(double value) {
  return value < 1 ? fmt::format("1/{:.0f}", 1 / value) : fmt::format("{:.0f}", value);
}

struct Roofs {  // 0: unknown
  bool fused;   // the arithmetic roof is that of fused multiply-adds, not of additions
  FloatPeak peak;
  double flat = 0;                        // operations per second
  double memory = 0, read = 0, copy = 0;  // bytes per second

  double per_instruction() const { return fused ? 2 : 1; }
};

// The arithmetic roof: fused multiply-adds for a track limited by arithmetic, and additions for other tracks.
Roofs roofs_of(const std::vector<Group>& at_one_n, const RunFile& file) {
  Roofs roofs{std::ranges::any_of(at_one_n, is_arithmetic_group),
              float_peak(file.context, at_one_n[0].track)};
  roofs.flat = roofs.per_instruction() * roofs.peak.multiply_adds();
  roofs.memory = file.context.peak_bandwidth.value_or(0);
  for (const bench::Result& row : file.results) {
    if (row.n != at_one_n[0].n || !row.bandwidth) continue;
    if (row.id == "ceiling/read") roofs.read = *row.bandwidth;
    if (row.id == "ceiling/copy") roofs.copy = *row.bandwidth;
  }
  return roofs;
}

struct Plot {
  Axis x, y;
  double most_intense, highest;  // maxima over the points; `highest` also covers the roofs
  std::string body, description;
};

Plot empty_plot(const std::vector<Point>& points, const Roofs& roofs) {
  double most_intense = 0, lowest = points[0].rate, highest = std::max(roofs.flat, roofs.memory);
  for (const Point& point : points) {
    most_intense = std::max(most_intense, point.intensity);
    lowest = std::min(lowest, point.rate);
    highest = std::max(highest, point.rate);
  }
  const std::vector<double> across = powers(1.0 / 16, std::max(32.0, most_intense * 2), 2),
                            up = powers(lowest / 1.5, highest * 1.3, 10);
  const Axis x{across.front(), across.back(), kLeft, kRight, true},
      y{up.front(), up.back(), kBottom, kTop, true};
  std::string body;
  for (const double mark : up) {
    body += svg::line(kLeft, y.at(mark), kRight, y.at(mark), "rule");
    body += svg::text(kLeft - 8, y.at(mark) + 4, "end soft", fmt::format("10^{:.0f}", std::log10(mark)));
  }
  for (const double mark : across) {
    body += svg::line(x.at(mark), kBottom, x.at(mark), kBottom + 5, "line");
    body += svg::text(x.at(mark), kBottom + 19, "middle soft", ratio(mark));
  }
  body += svg::line(kLeft, kBottom, kRight, kBottom, "line");
  body += svg::line(kLeft, kTop, kLeft, kBottom, "line");
  const Frame frame{kLeft, kRight, kTop, kBottom};
  body +=
      title_below(frame, "arithmetic intensity (FLOP/byte)") + title_beside(frame, "performance (FLOP/s)");
  return {x, y, most_intense, highest, body, ""};
}

void draw_roofs(Plot& plot, const Roofs& roofs) {
  const Axis &x = plot.x, &y = plot.y;
  // A memory roof rises with the operations per byte, up to the edge of the chart or the arithmetic roof.
  const auto slope = [&](const std::string& name, double bandwidth, const char* look, double label_at) {
    if (bandwidth <= 0) return;
    const double top = roofs.flat > 0 ? roofs.flat : plot.highest, start = std::max(x.low, y.low / bandwidth),
                 end = std::min(x.high, top / bandwidth);
    plot.body += svg::line(x.at(start), y.at(start * bandwidth), x.at(end), y.at(end * bandwidth), look);
    const std::string words = fmt::format("{}: {} GB/s", name, text::rate_text(bandwidth));
    plot.description += words + ". ";
    if (label_at > 0)
      plot.body += svg::text(x.at(label_at) - 8, y.at(label_at * bandwidth) - 6, "end", words);
  };
  slope("memory, theoretical", roofs.memory, "outline stroke-red", 2.2);
  slope("ceiling/read, measured", roofs.read, "outline stroke-red dashed", 0);
  slope("ceiling/copy, measured", roofs.copy, "outline stroke-red dotted", 0);
  if (roofs.flat <= 0) return;
  const double start = roofs.memory > 0 ? roofs.flat / roofs.memory : x.low;
  const std::string words = fmt::format(
      "{} {}, theoretical: {} ({} multiprocessors × {:.0f} × {:.2f} GHz)",
      roofs.peak.tensor_cores ? "tensor cores:" : "float", roofs.fused ? "multiply-adds" : "additions",
      rate_of(roofs.flat), roofs.peak.multiprocessors, roofs.per_instruction() * roofs.peak.per_clock,
      roofs.peak.hertz / 1e9);
  plot.body += svg::line(x.at(start), y.at(roofs.flat), kRight, y.at(roofs.flat), "outline stroke-red");
  plot.body += svg::text(kRight, y.at(roofs.flat) - 8, "end", words);
  plot.description += words + ". ";
}

void draw_points(Plot& plot, const std::vector<Point>& points, const Roofs& roofs) {
  const Axis &x = plot.x, &y = plot.y;
  // Names are placed to the right of all points or, if there is no room, to the left.
  const double right = x.at(plot.most_intense);
  const bool on_the_left = right + 300 > kRight;
  const double names = right + (on_the_left ? -50 : 90), side = on_the_left ? -1 : 1;
  std::vector<double> at;
  std::vector<const Point*> named;
  for (const Point& point : points)
    if (point.named) {
      named.push_back(&point);
      at.push_back(y.at(point.rate));
    }
  // All names are below the lowest roof, so that no roof crosses them.
  spread(at, 15, y.at(std::max(roofs.memory, roofs.read) * plot.most_intense) + 10, kBottom - 8);
  for (size_t i = 0; i < named.size(); ++i) {
    const Point& point = *named[i];
    plot.body += svg::path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x.at(point.intensity) + 6 * side,
                                       y.at(point.rate), names - 12 * side, at[i]),
                           "rule");
    plot.body += marker(point.look, names, at[i], false);
    const std::string words = fmt::format("{} ({})", point.name, rate_of(point.rate));
    plot.body += svg::text(names + 12 * side, at[i] + 4, on_the_left ? "end" : "", words);
    plot.description += words + ". ";
  }
  for (const Point& point : points)
    if (point.issue > 0) {
      const double left = x.at(point.intensity) - 9, height = y.at(point.issue);
      plot.body += svg::told(
          fmt::format("the instructions of {}: {}", point.name, rate_of(point.issue)),
          svg::line(left, height, left + 18, height, "outline stroke-" + std::string(point.look.colour)));
    }
  for (const Point& point : points)
    plot.body +=
        svg::told(point.name, marker(point.look, x.at(point.intensity), y.at(point.rate), point.hollow));
}

}  // namespace

svg::Document roofline_chart(const std::vector<Group>& at_one_n, const RunFile& file,
                             const TableOptions& options) {
  const std::vector<Point> points = points_of(at_one_n, file);
  if (points.empty()) throw os::Error("roofline needs a bandwidth; no row has one");
  const Roofs roofs = roofs_of(at_one_n, file);
  Plot plot = empty_plot(points, roofs);
  draw_roofs(plot, roofs);
  draw_points(plot, points, roofs);

  const Context& context = file.context;
  std::string& body = plot.body;
  std::string work;
  for (const Group& group : at_one_n)
    if (const std::string what = check::work_of_track(group.track); !what.empty())
      work += fmt::format("{}{}: {}", work.empty() ? "" : "; ", group.track, what);
  const std::string tracks = at_one_n.size() == 1 ? at_one_n[0].track + " · " : "",
                    title = fmt::format("{}performance below the roofs · n = {} · {}", tracks,
                                        text::n_text(at_one_n[0].n), text::short_device(context.device)),
                    where = fmt::format("Measured on {}.",
                                        options.slide ? provenance(context) : where_measured(context, ""));
  body += svg::text(14, 24, "head", title);
  const std::string how = fmt::format(
      "Solid: theoretical roofs.{}{}",
      roofs.read > 0 ? " Dashed: ceiling/read, dotted: ceiling/copy, measured in the same run." : "",
      at_one_n.size() > 1 ? " Hollow: the first stage of a track." : "");
  body += svg::text(14, 43, "small soft", wrong_ones(at_one_n) + (options.slide ? "" : how));
  const bool profiled = std::ranges::any_of(points, [](const Point& point) { return point.issue > 0; });
  double line = kBottom + 46;
  if (!options.slide)
    for (const std::string& part : text::wrapped(
             fmt::format(
                 "{}Operations for each element: {}.",
                 profiled ? "Short lines: the rates that the profiled instructions of a stage allow. " : "",
                 work),
             150))
      body += svg::text(14, line += 14, "small soft", part);
  body += svg::text(14, line += 14, "small soft", where);
  return {kWidth, line + 14, title, plot.description + where, body};
}

}  // namespace ladder::report
