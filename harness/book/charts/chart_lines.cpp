// Lines plotted against n: bandwidth, or the speedup over the peer or over one GPU with its 95 % interval. Each
// line has a marker and a name at its end, so that it can be identified without its colour.
#include "charts/chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "bench/kind.h"
#include "check/tasks.h"
#include "charts/chart_parts.h"
#include "charts/svg.h"

namespace ladder::report {
namespace {

// All sizes are in pixels.
constexpr double kBelow = 68, kLabel = 15;
constexpr size_t kFewStages = 6;  // the number of stages drawn if none is requested
constexpr Look kPeerLook{"grey", Shape::cross, "dashed"}, kCeilingLook{"red", Shape::none, "dotted"};

struct Point {
  double n, value;
  double low = 0, high = 0;  // an interval, unless the two are equal
  bool hollow = false;       // the interval contains 1
};

struct Line {
  std::string name;
  const bench::Result* first = nullptr;
  std::vector<Point> points;
  Look look = kPeerLook;
};

using Value = std::function<Point(const bench::Result&)>;

bool same_line(const bench::Result& a, const bench::Result& b) {
  return a.id == b.id && a.scan == b.scan && a.gpus == b.gpus;
}

std::vector<Line> lines_of(const std::vector<Group>& over_n, Rows Group::*rows, Value value) {
  std::vector<Line> lines;
  for (const Group& group : over_n)
    for (const bench::Result* row : group.*rows) {
      if (!row->skipped.empty() || !row->time || !row->verdict.passed()) continue;
      auto line =
          std::find_if(lines.begin(), lines.end(), [&](const Line& l) { return same_line(*l.first, *row); });
      if (line == lines.end()) line = lines.insert(lines.end(), {stage_and_gpus(*row), row, {}, kPeerLook});
      if (const Point point = value(*row); point.value > 0) line->points.push_back(point);
    }
  std::erase_if(lines, [](const Line& line) { return line.points.empty(); });
  return lines;
}

// The stages' lines in track order. (The file has the order of the first n, for which some stages may be
// missing.)
void in_order_of_track(std::vector<Line>& lines, const Rows& order) {
  const auto place = [&](const Line& line) {
    return std::find_if(order.begin(), order.end(),
                        [&](const auto* row) { return same_line(*row, *line.first); });
  };
  std::stable_sort(lines.begin(), lines.end(),
                   [&](const Line& a, const Line& b) { return place(a) < place(b); });
}

double last_value(const Line& line) { return line.points.back().value; }

// The value at the largest n; 0 for a stage that does not support that many elements.
std::vector<double> last_values(const std::vector<Line>& lines) {
  double last_n = 0;
  for (const Line& line : lines) last_n = std::max(last_n, line.points.back().n);
  std::vector<double> values;
  for (const Line& line : lines) values.push_back(line.points.back().n < last_n ? 0 : last_value(line));
  return values;
}

void refuse_more_than(size_t most, const std::vector<Line>& lines) {
  if (lines.size() > most)
    throw os::Error(fmt::format("stages= selects {} stages; a chart shows at most {}", lines.size(), most));
}

struct Plot {
  Frame frame;
  Axis x, y;
  std::string body;
  double width = 0;  // grows with the names at the ends of the lines
};

struct Upright {  // the labels next to a plot: a title with the unit, and numbers
  std::string title;
  LogMarks marks;
  std::string (*text)(double);
  bool log = true;
};

// The axes, their marks and the numbers at the marks.
Plot plot(const std::vector<Group>& over_n, const Frame& frame, const Upright& upright) {
  Plot plot{frame,
            {static_cast<double>(over_n.front().n), static_cast<double>(over_n.back().n), frame.left + 12,
             frame.right - 12, true},
            {upright.marks.low, upright.marks.high, frame.bottom, frame.top, upright.log},
            title_beside(frame, upright.title) + title_below(frame, "n (elements)"),
            frame.right + 190};
  for (const double mark : upright.marks.named) {
    plot.body += svg::line(frame.left, plot.y.at(mark), frame.right, plot.y.at(mark), "rule");
    plot.body += svg::text(frame.left - 8, plot.y.at(mark) + 4, "end soft", upright.text(mark));
  }
  for (const double mark : upright.marks.small)
    plot.body += svg::line(frame.left - 4, plot.y.at(mark), frame.left, plot.y.at(mark), "line");
  plot.body += svg::line(frame.left, frame.top, frame.left, frame.bottom, "line");
  double taken = -1e9;  // the right edge of the numbers below
  for (const Group& group : over_n) {
    const double at = plot.x.at(static_cast<double>(group.n)),
                 half = svg::text_width(text::n_text(group.n)) / 2;
    plot.body += svg::line(at, frame.bottom, at, frame.bottom + 5, "line");
    if (at - half < taken + 4) continue;
    plot.body += svg::text(at, frame.bottom + 19, "middle soft", text::n_text(group.n));
    taken = at + half;
  }
  plot.body += svg::line(frame.left, frame.bottom, frame.right, frame.bottom, "line");
  return plot;
}

std::string draw(const Plot& plot, const Line& line) {
  std::string d, shapes;
  for (const Point& point : line.points) {
    const double x = plot.x.at(point.n), y = plot.y.at(point.value);
    d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", x, y);
    if (point.low < point.high) {
      const double low = plot.y.at(point.low), high = plot.y.at(point.high);
      shapes += svg::path(
          fmt::format("M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}h6M{3:.1f} {2:.1f}h6", x, low, high, x - 3),
          fmt::format("outline stroke-{}", line.look.colour));
    }
    shapes += marker(line.look, x, y, point.hollow);
  }
  return svg::told(
      line.name,
      svg::path(d, fmt::format("outline stroke-{} {}", line.look.colour, line.look.dash)) + shapes);
}

// Names at the ends of the lines, moved apart if they would overlap.
std::string labels(Plot& plot, const std::vector<Line>& lines, std::string (*value_text)(double)) {
  std::vector<double> at;
  for (const Line& line : lines) at.push_back(plot.y.at(last_value(line)));
  spread(at, kLabel, plot.frame.top, plot.frame.bottom);
  std::string body;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const double end = plot.x.at(line.points.back().n) + 6, x = plot.frame.right + 16;
    body +=
        svg::path(fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}", end, plot.y.at(last_value(line)),
                              std::max(end, plot.frame.right - 2), plot.y.at(last_value(line)), x - 3, at[i]),
                  "rule");
    if (line.look.shape == Shape::none)
      body += svg::line(x, at[i], x + 14, at[i],
                        fmt::format("outline stroke-{} {}", line.look.colour, line.look.dash));
    else
      body += marker(line.look, x + 7, at[i], false);
    const std::string words = fmt::format("{} {}", line.name, value_text(last_value(line)));
    body += svg::text(x + 20, at[i] + 4, "", words);
    plot.width = std::max(plot.width, x + 34 + svg::text_width(words));
  }
  return body;
}

std::string told_of(const std::vector<Line>& lines, std::string (*value_text)(double)) {
  std::string text;
  for (const Line& line : lines) {
    text += fmt::format("{}{}:", text.empty() ? "" : ". ", line.name);
    for (const Point& point : line.points)
      text +=
          fmt::format(" {} at {}{}", value_text(point.value), text::n_text(static_cast<uint64_t>(point.n)),
                      &point == &line.points.back() ? "" : ",");
  }
  return text;
}

// `wrong`: the rows that are left out. `how` explains how to read the chart; it is shown below the headline,
// but not on a slide.
svg::Document finished(const std::string& title, const std::string& wrong, const std::string& how,
                       const std::string& description, const RunFile& file, const TableOptions& options,
                       const std::string& body, double width, double height) {
  const std::string where = fmt::format(
      "Measured on {}.", options.slide ? provenance(file.context) : where_measured(file.context, ""));
  width = std::max({width, svg::text_width(title, 15, true) + 28, svg::text_width(where, 11) + 28});
  return {width, height, title, fmt::format("{}. {}", description, where),
          svg::text(14, 24, "head", title) +
              svg::text(14, 43, "small soft", wrong + (options.slide ? "" : how)) + body +
              svg::text(14, height - 12, "small soft", where)};
}

std::string plain_rate(double bytes_per_second) { return fmt::format("{:g}", bytes_per_second / 1e9); }

}  // namespace

svg::Document sweep_chart(const std::vector<Group>& over_n, const RunFile& file,
                          const TableOptions& options) {
  const Value bandwidth = [](const bench::Result& row) {
    return Point{static_cast<double>(row.n), row.bandwidth.value_or(0)};
  };
  std::vector<Line> stages = lines_of(over_n, &Group::stages, bandwidth),
                    beside = lines_of(over_n, &Group::peers, bandwidth);
  if (stages.empty())
    throw os::Error(fmt::format("sweep needs a bandwidth; no row of {} has one", over_n[0].track));
  in_order_of_track(stages, over_n.back().stages);

  std::vector<bool> chosen(stages.size(), true);
  if (!options.stages.empty())
    refuse_more_than(std::size(kLooks), stages);
  else if (stages.size() > kFewStages)
    chosen = milestones(last_values(stages), kFewStages);
  std::vector<Line> named;
  for (size_t i = 0; i < stages.size(); ++i)
    if (chosen[i]) {
      stages[i].look = kLooks[named.size()];
      named.push_back(stages[i]);
    }
  const std::string& scan = stages.back().first->scan;  // only one of the two kinds of scan is shown
  bool cub = false;
  for (const Line& line : beside) cub = cub || line.name.starts_with("peer/cub");
  for (Line& line : beside) {
    if (!options.peers && bench::kind_of(line.name) == bench::Kind::peer) continue;
    const bool other_scan = !line.first->scan.empty() && line.first->scan != scan;
    if (other_scan ||
        (cub && bench::kind_of(line.name) == bench::Kind::peer && !line.name.starts_with("peer/cub")))
      continue;
    line.look = bench::kind_of(line.name) == bench::Kind::ceiling ? kCeilingLook : kPeerLook;
    named.push_back(line);
  }

  // A logarithmic scale: at small n, the launch takes most of the time, and rates are a thousandth of the
  // highest.
  double lowest = INFINITY, highest = 0;
  for (const std::vector<Line>* lines : {&stages, &named})
    for (const Line& line : *lines)
      for (const Point& point : line.points) {
        lowest = std::min(lowest, point.value);
        highest = std::max(highest, point.value);
      }
  const Frame& frame = frame_of(options);
  Plot chart = plot(over_n, frame,
                    {"bandwidth (GB/s)", log_marks(lowest, highest, frame.bottom - frame.top), plain_rate});
  std::string body = chart.body;
  for (size_t i = 0; i < stages.size(); ++i)
    if (!chosen[i]) {
      std::string d;
      for (const Point& point : stages[i].points)
        d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", chart.x.at(point.n),
                         chart.y.at(point.value));
      body += svg::told(stages[i].name, svg::path(d, "rule"));
    }
  for (const Line& line : named) body += draw(chart, line);
  body += labels(chart, named, text::rate_text);
  const bool background = std::find(chosen.begin(), chosen.end(), false) != chosen.end();
  const std::string title = fmt::format("{} · bandwidth for each n{} · {}", over_n[0].track,
                                        conditions_but_n(over_n[0]), text::short_device(file.context.device));
  return finished(
      title, wrong_ones(over_n),
      fmt::format("Both axes are logarithmic. The number after a name is the rate at its largest n.{}",
                  background ? " Thin grey lines: the other stages." : ""),
      "Bandwidth (GB/s) for each n. " + told_of(named, text::rate_text), file, options, body, chart.width,
      frame.bottom + kBelow);
}

svg::Document ratio_chart(const std::vector<Group>& over_n, const RunFile& file,
                          const TableOptions& options) {
  constexpr size_t kMost = 4;  // with more lines, the intervals would overlap
  const std::string& track = over_n[0].track;
  const check::Task* task = check::first_of_track(track);
  const Value over_peer = [](const bench::Result& row) {
    const auto found = row.speedup.find("vs_peer");
    if (found == row.speedup.end()) return Point{};
    const bench::Ratio& ratio = found->second;
    return Point{static_cast<double>(row.n), ratio.value, ratio.low, ratio.high, !ratio.distinguishable()};
  };
  std::vector<Line> lines = lines_of(over_n, &Group::stages, over_peer);
  if (lines.empty() || task == nullptr || task->peers.empty())
    throw os::Error(fmt::format("ratio needs a peer that was measured alongside {}; there is none", track));
  in_order_of_track(lines, over_n.back().stages);
  if (!options.stages.empty()) refuse_more_than(std::size(kLooks), lines);
  if (options.stages.empty() && lines.size() > kMost) {
    const std::vector<bool> chosen = milestones(last_values(lines), kFewStages);
    std::vector<Line> few;
    for (size_t i = 0; i < lines.size(); ++i)
      if (chosen[i]) few.push_back(lines[i]);
    few.erase(few.begin(), few.end() - static_cast<std::ptrdiff_t>(std::min(kMost, few.size())));
    lines = std::move(few);
  }
  double low = 1, high = 1;
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].look = kLooks[i];
    for (const Point& point : lines[i].points) {
      low = std::min({low, point.value, std::max(point.low, point.value / 2)});
      high = std::max({high, point.value, std::min(point.high, point.value * 2)});
    }
  }
  const auto text = [](double ratio) { return fmt::format("{:.3g}×", ratio); };
  const Frame& frame = frame_of(options);
  Plot chart = plot(over_n, frame,
                    {"speedup over " + task->peers[0], log_marks(low, high, frame.bottom - frame.top), text});
  std::string body = chart.body;
  body += svg::line(frame.left, chart.y.at(1), frame.right, chart.y.at(1), "outline stroke-red dotted");
  for (const Line& line : lines) body += draw(chart, line);
  const auto two = [](double ratio) { return fmt::format("{:.2f}×", ratio); };
  const std::string description = told_of(lines, two);
  Line peer{task->peers[0], nullptr, {{static_cast<double>(over_n.back().n), 1}}, kCeilingLook};
  lines.push_back(std::move(peer));
  body += labels(chart, lines, two);
  const std::string title = fmt::format("{} · speedup over {}{} · {}", track, task->peers[0],
                                        conditions_but_n(over_n[0]), text::short_device(file.context.device));
  return finished(
      title, wrong_ones(over_n),
      "Above 1, a stage is faster. Vertical bars: 95 % intervals. Hollow: not distinguishable from 1. "
      "The number after a name is the ratio at its largest n.",
      fmt::format("Time of {} divided by the time of each stage. {}", task->peers[0], description), file,
      options, body, chart.width, frame.bottom + kBelow);
}

namespace {

// A stage's lines share a colour and a shape. The line for the most GPUs is solid; the lines for fewer GPUs
// are dashed or dotted.
constexpr const char* kFewerGpus[] = {"", "dashed", "dotted"};

std::vector<unsigned> numbers_of_gpus(const std::vector<Line>& lines) {  // in descending order
  std::set<unsigned, std::greater<>> all;
  for (const Line& line : lines) all.insert(line.first->gpus.value_or(1));
  return {all.begin(), all.end()};
}

std::vector<std::string> stages_of(const std::vector<Line>& lines) {
  std::vector<std::string> ids;
  for (const Line& line : lines)
    if (std::find(ids.begin(), ids.end(), line.first->id) == ids.end()) ids.push_back(line.first->id);
  return ids;
}

void set_looks(std::vector<Line>& lines, const std::vector<std::string>& ids,
               const std::vector<unsigned>& gpus) {
  const auto place = [](const auto& all, const auto& one) {
    return std::find(all.begin(), all.end(), one) - all.begin();
  };
  for (Line& line : lines) {
    line.look = kLooks[place(ids, line.first->id)];
    line.look.dash = kFewerGpus[place(gpus, line.first->gpus.value_or(1))];
  }
}

// One half of the chart: lines relative to the time on one GPU, and the reference line.
struct Half {
  Plot plot;
  std::string description;
};

struct Reference {
  std::string name;
  double value;
  Look look;
};
constexpr Look kNoLossLook{"grey", Shape::none, "dashed"};

Half scaling_half(const std::vector<Group>& over_n, std::vector<Line> lines,
                  const std::vector<Reference>& references, const Frame& frame, const Upright& upright) {
  Half half{plot(over_n, frame, upright), told_of(lines, upright.text)};
  for (const auto& [name, value, look] : references) {
    const double y = half.plot.y.at(value);
    half.plot.body +=
        svg::line(frame.left, y, frame.right, y, fmt::format("outline stroke-{} {}", look.colour, look.dash));
  }
  for (const Line& line : lines) half.plot.body += draw(half.plot, line);
  for (const auto& [name, value, look] : references)
    lines.push_back({name, nullptr, {{static_cast<double>(over_n.back().n), value}}, look});
  half.plot.body += labels(half.plot, lines, upright.text);
  return half;
}

}  // namespace

svg::Document scaling_chart(const std::vector<Group>& over_n, const RunFile& file,
                            const TableOptions& options) {
  const Frame& frame = frame_of(options);
  const double below = frame.bottom + 18;  // vertical distance between the halves
  const std::string& track = over_n[0].track;
  const auto point = [](const bench::Result& row, const bench::Ratio& ratio) {
    return Point{static_cast<double>(row.n), ratio.value, ratio.low, ratio.high, !ratio.distinguishable()};
  };
  std::vector<Line> strong = lines_of(over_n, &Group::stages, [&](const bench::Result& row) {
    const auto found = row.speedup.find("vs_one_gpu");
    return found == row.speedup.end() ? Point{} : point(row, found->second);
  });
  if (strong.empty())
    throw os::Error(
        fmt::format("scaling needs rows of {0} on one GPU and on several; there are none. ./ladder run "
                    "reduce_multi --gpus 1,2 --n 2^10:2^30:*4 writes such rows",
                    track));
  std::vector<Line> weak = lines_of(over_n, &Group::stages, [&](const bench::Result& row) {
    const auto ratio = weak_scaling(file, row);
    return ratio ? point(row, *ratio) : Point{};
  });
  in_order_of_track(strong, over_n.back().stages);
  in_order_of_track(weak, over_n.back().stages);
  std::vector<Line> all = strong;
  all.insert(all.end(), weak.begin(), weak.end());
  const std::vector<unsigned> gpus = numbers_of_gpus(all);
  const std::vector<std::string> stages = stages_of(all);
  if (stages.size() > kFewStages || gpus.size() > std::size(kFewerGpus))
    throw os::Error(
        fmt::format("there are {} stages, and {} GPU counts above one; a chart shows at most {} stages and "
                    "{} GPU counts: use stages= or gpus=",
                    stages.size(), gpus.size(), kFewStages, std::size(kFewerGpus)));
  set_looks(strong, stages, gpus);
  set_looks(weak, stages, gpus);

  std::vector<double> marks;
  for (int quarter = 0; quarter <= 4; ++quarter) marks.push_back(gpus.front() * quarter / 4.0);
  std::vector<Reference> references;
  for (const unsigned some : gpus)
    references.push_back({gpus.size() == 1 ? "no loss" : fmt::format("no loss, {} GPUs", some),
                          static_cast<double>(some), kNoLossLook});
  references.push_back({"one GPU", 1, kCeilingLook});
  const auto evenly = [](const std::vector<double>& marks) {
    return LogMarks{marks, {}, 0, marks.back() * 1.1};
  };
  const Half upper = scaling_half(over_n, strong, references, frame,
                                  {"speedup over one GPU", evenly(marks),
                                   [](double ratio) { return fmt::format("{:.2f}×", ratio); }, false});
  std::string body = upper.plot.body, description = "Speedup over one GPU. " + upper.description;
  double width = upper.plot.width, height = frame.bottom + kBelow;
  if (!weak.empty()) {
    const Half lower = scaling_half(over_n, weak, {{"no loss", 1, kNoLossLook}}, frame,
                                    {"weak scaling", evenly({0, 0.25, 0.5, 0.75, 1}),
                                     [](double part) { return fmt::format("{:.0f} %", part * 100); }, false});
    body += fmt::format("<g transform=\"translate(0 {})\">", below) +
            svg::text(
                14, 44, "small soft",
                "Weak scaling: the time of one GPU for its part of n, in % of the time of all GPUs for n.") +
            lower.plot.body + "</g>";
    description +=
        ". Weak scaling, the time of one GPU for its part of n divided by that of all GPUs for n. " +
        lower.description;
    width = std::max(width, lower.plot.width);
    height += below;
  }
  const std::string title =
      fmt::format("{} · speedup over one GPU{} · {} × {}", track, conditions_but_n(over_n[0]), gpus.front(),
                  text::short_device(file.context.device));
  return finished(
      title, "",
      fmt::format("Above 1, more GPUs are faster.{} Bars: 95 % intervals. Hollow: not distinguishable "
                  "from 1. The number after a name is the ratio at its largest n.",
                  gpus.size() == 1 ? "" : fmt::format(" Solid lines: {} GPUs.", gpus.front())),
      description, file, options, body, width, height);
}

}  // namespace ladder::report
