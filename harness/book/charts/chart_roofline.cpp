// The roofline: for each track its operations per byte, and the operations per second that its stages reach
// below the memory and arithmetic roofs.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "charts/chart_parts.h"
#include "charts/svg.h"
#include "check/tasks.h"
#include "tables/arithmetic.h"

namespace report {
namespace {

// All sizes are in pixels.
constexpr double kWidth = 880, kLeft = 78, kRight = 850, kTop = 62, kBottom = 440;
constexpr size_t kMostNames = 8;  // per track

std::string rate_of(double operations) {  // per second
  return operations >= 1e12 ? significant(operations / 1e12) + " TFLOP/s"
                            : significant(operations / 1e9) + " GFLOP/s";
}

struct Point {
  std::string name;
  double intensity, rate;  // operations per byte, per second
  Look look;
  bool named = true, hollow = false;
};

double best_rate(const std::vector<const bench::Result*>& rows) {
  double best = 0;
  for (const bench::Result* row : rows)
    if (!is_wrong(*row)) best = std::max(best, row->bandwidth.value_or(0));
  return best;
}

// All stages of one track, with labels for the important ones; for several tracks, the first stage (hollow) and
// the fastest.
std::vector<Point> points_of(const std::vector<Group>& groups) {
  std::vector<Point> points;
  for (size_t g = 0; g < groups.size(); ++g) {
    const check::Task* task = check::first_of_track(groups[g].track);
    if (task == nullptr) continue;  // the track is unknown to this program
    const Look& look = kLooks[g % std::size(kLooks)];
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
      if (row->fraction_of_ceiling)
        point.name += fmt::format(": {} % of its ceiling", percent_text(*row->fraction_of_ceiling));
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

}  // namespace

svg::Document roofline_chart(const std::vector<Group>& at_one_n, const RunFile& file,
                             const TableOptions& options) {
  const std::vector<Point> points = points_of(at_one_n);
  if (points.empty()) throw os::Error("roofline needs a bandwidth; no row has one");
  const Context& context = file.context;
  // A roof of fused multiply-adds above a track that is limited by arithmetic; above the others, of additions.
  double most_intense = 0;
  for (const Point& point : points) most_intense = std::max(most_intense, point.intensity);
  const bool fused = std::ranges::any_of(at_one_n, is_arithmetic_group);
  const FloatPeak peak = float_peak(context, at_one_n[0].track);
  const double flat = (fused ? 2 : 1) * peak.multiply_adds();
  double memory = context.peak_bandwidth.value_or(0), read = 0, copy = 0;
  for (const bench::Result& row : file.results) {
    if (row.n != at_one_n[0].n || !row.bandwidth) continue;
    if (row.id == "ceiling/read") read = *row.bandwidth;
    if (row.id == "ceiling/copy") copy = *row.bandwidth;
  }

  double lowest = points[0].rate, highest = std::max(flat, memory);
  for (const Point& point : points) {
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

  std::string description;
  // A memory roof rises with the operations per byte, up to the edge of the chart or the arithmetic roof.
  const auto slope = [&](const std::string& name, double bandwidth, const char* look, double label_at) {
    if (bandwidth <= 0) return;
    const double top = flat > 0 ? flat : highest, start = std::max(across.front(), up.front() / bandwidth),
                 end = std::min(across.back(), top / bandwidth);
    body += svg::line(x.at(start), y.at(start * bandwidth), x.at(end), y.at(end * bandwidth), look);
    const std::string words = fmt::format("{}: {} GB/s", name, rate_text(bandwidth));
    description += words + ". ";
    if (label_at > 0) body += svg::text(x.at(label_at) - 8, y.at(label_at * bandwidth) - 6, "end", words);
  };
  slope("memory, theoretical", memory, "outline stroke-red", 2.2);
  slope("ceiling/read, measured", read, "outline stroke-red dashed", 0);
  slope("ceiling/copy, measured", copy, "outline stroke-red dotted", 0);
  if (flat > 0) {
    const double start = memory > 0 ? flat / memory : across.front();
    const std::string words =
        fmt::format("float {}, theoretical: {} ({} multiprocessors × {:.0f} × {:.2f} GHz)",
                    fused ? "multiply-adds" : "additions", rate_of(flat), peak.multiprocessors,
                    (fused ? 2 : 1) * peak.per_clock, peak.hertz / 1e9);
    body += svg::line(x.at(start), y.at(flat), kRight, y.at(flat), "outline stroke-red");
    body += svg::text(kRight, y.at(flat) - 8, "end", words);
    description += words + ". ";
  }

  // Names are to the right of the points, where there are no points, or to the left if there is no room.
  double right = 0;
  for (const Point& point : points) right = std::max(right, point.intensity);
  const bool on_the_left = x.at(right) + 300 > kRight;
  const double names = x.at(right) + (on_the_left ? -50 : 90);
  std::vector<double> at;
  std::vector<const Point*> named;
  for (const Point& point : points)
    if (point.named) {
      named.push_back(&point);
      at.push_back(y.at(point.rate));
    }
  // All names are below the lowest roof, so that no roof crosses them.
  spread(at, 15, y.at(std::max(memory, read) * right) + 10, kBottom - 8);
  for (size_t i = 0; i < named.size(); ++i) {
    const Point& point = *named[i];
    const double side = on_the_left ? -1 : 1;
    body += svg::path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x.at(point.intensity) + 6 * side,
                                  y.at(point.rate), names - 12 * side, at[i]),
                      "rule");
    body += marker(point.look, names, at[i], false);
    const std::string words = fmt::format("{} ({})", point.name, rate_of(point.rate));
    body += svg::text(names + 12 * side, at[i] + 4, on_the_left ? "end" : "", words);
    description += words + ". ";
  }
  for (const Point& point : points)
    body += svg::told(point.name, marker(point.look, x.at(point.intensity), y.at(point.rate), point.hollow));

  std::string work;
  for (const Group& group : at_one_n)
    if (const std::string what = check::work_of_track(group.track); !what.empty())
      work += fmt::format("{}{}: {}", work.empty() ? "" : "; ", group.track, what);
  const std::string tracks = at_one_n.size() == 1 ? at_one_n[0].track + " · " : "",
                    title = fmt::format("{}performance below the roofs · n = {} · {}", tracks,
                                        n_text(at_one_n[0].n), short_device(context.device)),
                    where = fmt::format("Measured on {}.",
                                        options.slide ? provenance(context) : where_measured(context, ""));
  body += svg::text(14, 24, "head", title);
  const std::string how =
      fmt::format("Solid: theoretical roofs.{}{}",
                  read > 0 ? " Dashed: ceiling/read, dotted: ceiling/copy, measured in the same run." : "",
                  at_one_n.size() > 1 ? " Hollow: the first stage of a track." : "");
  body += svg::text(14, 43, "small soft", wrong_ones(at_one_n) + (options.slide ? "" : how));
  double line = kBottom + 46;
  if (!options.slide)
    for (const std::string& part : wrapped("Operations for each element: " + work + ".", 150))
      body += svg::text(14, line += 14, "small soft", part);
  body += svg::text(14, line += 14, "small soft", where);
  return {kWidth, line + 14, title, description + where, body};
}

}  // namespace report
