// Bandwidth against bytes in flight, from results/*/latency.json. Both scales are logarithmic, so that
// Little's law is a straight line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "data/json_fields.h"
#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"
#include "text/units.h"

namespace ladder::report {
namespace {

using namespace drawing;
using data::Json;

constexpr double kLeft = 62, kRight = 118, kTop = 44, kHeight = 330;
constexpr const char* kColours[] = {"blue", "orange", "green", "purple"};

struct Point {
  double bytes, bandwidth;
  uint64_t load_bytes;
};
struct Gpu {
  std::string name;
  double multiprocessors, latency;  // memory latency in seconds
  std::vector<Point> points;
  std::map<double, double> best;  // bandwidth by bytes in flight
};

Gpu gpu_from(const Json& json) {
  const data::Field root{&json, ""};
  const data::Field context = data::at(root, "context");
  const std::string device = text::short_device(data::text(data::at(context, "device")));  // "H100 80GB HBM3"
  Gpu gpu{device.substr(0, device.find(' ')),
          data::number(data::at(context, "multiprocessors")),
          data::number(data::at(data::at(data::at(root, "latency"), "memory"), "seconds")),
          {},
          {}};
  for (const data::Field& one : data::items(data::at(root, "in_flight"))) {
    gpu.points.push_back({data::number(data::at(one, "bytes_in_flight")),
                          data::number(data::at(one, "bandwidth")),
                          data::whole(data::at(one, "load_bytes"))});
    double& best = gpu.best[gpu.points.back().bytes];
    best = std::max(best, gpu.points.back().bandwidth);
  }
  if (gpu.best.size() < 2) throw os::Error("in_flight has fewer than two points");
  return gpu;
}

struct Scale {
  double low = INFINITY, high = 0, begin, end;  // low, high: in data units; begin, end: in pixels
  Scale(double from, double to) : begin(from), end(to) {}
  void take(double value) { low = std::min(low, value), high = std::max(high, value); }
  double at(double value) const {
    return begin + (end - begin) * std::log2(value / low) / std::log2(high / low);
  }
};

std::string bytes_text(double bytes) {
  return bytes < 1024 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.0f} KiB", bytes / 1024);
}

std::string grid(const Scale& x, const Scale& y) {
  std::string out;
  for (double bytes = x.low; bytes <= x.high; bytes *= 2) {
    out += svg::line(x.at(bytes), y.begin, x.at(bytes), y.end, "rule");
    out += svg::text(x.at(bytes), y.begin + 15, "small middle soft", bytes_text(bytes));
  }
  for (double power = 1e9; power <= y.high; power *= 10)
    for (const double rate : {power, 2 * power, 5 * power}) {
      if (rate < y.low || rate > y.high) continue;
      out += svg::line(x.begin, y.at(rate), x.end, y.at(rate), "rule");
      out += svg::text(x.begin - 6, y.at(rate) + 4, "small end soft", fmt::format("{:.0f}", rate / 1e9));
    }
  return out;
}

// `aside`: an offset that prevents the points of several GPUs from covering each other.
std::string points_of(const Gpu& gpu, const char* colour, double aside, const Scale& x, const Scale& y) {
  std::string out, line;
  for (const auto& [bytes, rate] : gpu.best)
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x.at(bytes), y.at(rate));
  out += svg::path(line, fmt::format("outline stroke-{}", colour));
  for (const Point& p : gpu.points) {
    const double at_x = x.at(p.bytes) + aside, at_y = y.at(p.bandwidth);
    const std::string shape =
        p.load_bytes <= 4 ? svg::circle(at_x, at_y, 3, colour) : svg::rect(at_x - 3, at_y - 3, 6, 6, colour);
    out += svg::told(fmt::format("{}: {} in flight, loads of {} bytes: {} GB/s", gpu.name,
                                 bytes_text(p.bytes), p.load_bytes, text::rate_text(p.bandwidth)),
                     shape);
  }
  return out;
}

}  // namespace

std::string in_flight_drawing(const std::vector<data::Json>& files, const DrawingOptions&) {
  if (files.size() > std::size(kColours))
    throw os::Error(fmt::format("in_flight shows up to {} GPUs", std::size(kColours)));
  Scale x(kMargin + kLeft, kWidth - kMargin - kRight), y(kTop + kHeight, kTop);
  std::vector<Gpu> gpus;
  for (const Json& json : files) {
    gpus.push_back(gpu_from(json));
    for (const Point& p : gpus.back().points) x.take(p.bytes), y.take(p.bandwidth);
  }
  y.low *= 0.8, y.high *= 1.25;
  const Gpu& first = gpus.front();
  std::string body = svg::text(kMargin, 24, "head", "Bandwidth against bytes in flight per multiprocessor");
  body += grid(x, y);
  // Little's law with the memory latency, as far as it fits into the plot.
  const double slope = first.multiprocessors / first.latency, last = y.high / slope;
  body += svg::line(x.at(x.low), y.at(x.low * slope), x.at(last), y.at(y.high), "stroke-ink dashed");
  body += svg::text(x.at(last) - 26, kTop + 14, "end",
                    fmt::format("Little's law: a latency of {} ns", text::significant(first.latency * 1e9)));
  std::string description = fmt::format("Little's law for {} with a latency of {} ns. ", first.name,
                                        text::significant(first.latency * 1e9));
  for (size_t i = 0; i < gpus.size(); ++i) {
    const Gpu& gpu = gpus[i];
    body += points_of(gpu, kColours[i], gpus.size() > 1 ? 8.0 * static_cast<double>(i) - 4 : 0, x, y);
    const auto [bytes, rate] = *gpu.best.rbegin();
    body += svg::text(x.at(bytes) + 10, y.at(rate) + 4, fmt::format("strong text-{}", kColours[i]),
                      fmt::format("{} {} GB/s", gpu.name, text::rate_text(rate)));
    description += gpu.name + ": ";
    for (const auto& [at, best] : gpu.best)
      description += fmt::format("{} {} GB/s, ", bytes_text(at), text::rate_text(best));
  }
  double below = kTop + kHeight + 34;
  body += svg::text(kMargin, kTop - 6, "small soft", "GB/s");
  body += svg::text((x.begin + x.end) / 2, below, "small middle soft", "bytes in flight per multiprocessor");
  below += 22;
  body += svg::circle(kMargin + 5, below - 4, 3, "grey") +
          svg::text(kMargin + 16, below, "soft", "loads of 4 bytes");
  body += svg::rect(kMargin + 130, below - 7, 6, 6, "grey") +
          svg::text(kMargin + 144, below, "soft", "loads of 16 bytes");
  body += svg::text(kMargin + 270, below, "soft", "line: the best result for each number of bytes");
  return svg::written({kWidth, below + 14, "Bandwidth against bytes in flight", description, body});
}

}  // namespace ladder::report
