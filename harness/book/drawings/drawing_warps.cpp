// One array as a square, drawn once for each interval between two barriers in which it is accessed: the
// elements that the first warps access. A tile written row by row and read column by column is
// transposed.
#include <fmt/format.h>

#include <array>
#include <map>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr double kWarpsWidth = 640, kSide = 272, kTop = 78;  // below the two lines of text
constexpr std::array kLooks = {"blue", "orange", "green"};   // the colours of warps 0, 1 and 2

struct Picture {
  bool write = false;
  std::map<uint64_t, size_t> warp;  // by element
};

}  // namespace

std::string warps_drawing(const Traces& traces, const DrawingOptions& o) {
  if (o.line == 0)
    throw os::Error("a drawing of warps needs line=32, the number of elements in a row of the array");
  if (traces.size() != 1) throw os::Error("a drawing of warps shows one stage");
  const BlockTrace& trace = traces[0];
  std::vector<Picture> pictures;
  uint64_t last = 0;
  for (const TraceInterval& interval : trace.intervals) {
    Picture picture;
    for (const TraceStep& step : interval.steps)
      for (const Access& a : accesses(step, o.object)) {
        picture.write = a.write;
        last = std::max(last, a.element);
        if (a.thread / 32 < kLooks.size()) picture.warp[a.element] = a.thread / 32;
      }
    if (!picture.warp.empty()) pictures.push_back(std::move(picture));
  }
  if (pictures.size() != 2)
    throw os::Error(fmt::format(
        "object={}: this block of {} accesses it in {} intervals, but only two can be drawn; it has {}",
        o.object, trace.id, pictures.size(), names_of(trace)));

  const double cell = kSide / static_cast<double>(o.line);
  const double room = kWarpsWidth - 2 * kMargin - kSide;
  std::string body = svg::text(kMargin, 24, "head", fmt::format("{}: {}", trace.id, o.object));
  std::string description;
  for (size_t p = 0; p < pictures.size(); ++p) {
    const double left = kMargin + static_cast<double>(p) * room;
    const char* const verb = pictures[p].write ? "writes" : "reads";
    const bool column = pictures[p].warp.contains(o.line) && pictures[p].warp.at(o.line) == 0;
    const std::string words =
        fmt::format("{}: each warp {} a {}", p == 0 ? "first" : "then", verb, column ? "column" : "row");
    body += svg::text(left, 52, "strong", words);
    body += svg::text(
        left, 68, "soft",
        p == 0 ? fmt::format("{}[y][x], x from left to right", o.object) : fmt::format("{}[x][y]", o.object));
    for (uint64_t e = 0; e <= last; ++e) {
      const auto there = pictures[p].warp.find(e);
      body += svg::rect(left + static_cast<double>(e % o.line) * cell,
                        kTop + static_cast<double>(e / o.line) * cell, cell - 1, cell - 1,
                        there == pictures[p].warp.end() ? "idle" : kLooks[there->second], 1);
    }
    description += words + "; ";
  }
  body += svg::line(kWarpsWidth / 2, 40, kWarpsWidth / 2, kTop + kSide, "outline dashed stroke-red");
  double x = kMargin;
  const double y = kTop + kSide + 24;
  for (size_t w = 0; w < kLooks.size(); ++w) {
    body += svg::rect(x, y - 10, 12, 12, kLooks[w], 2);
    body += svg::text(x + 18, y, "soft", fmt::format("warp {}", w));
    x += 84;
  }
  body += svg::rect(x, y - 10, 12, 12, "idle", 2) + svg::text(x + 18, y, "soft", "the other warps");
  body += svg::text(kWarpsWidth - kMargin, y, "strong end text-red", "between the two: the barrier");
  return svg::written({kWarpsWidth, y + 14, fmt::format("Which warp touches which element of {}", o.object),
                       description, body});
}

}  // namespace ladder::report
