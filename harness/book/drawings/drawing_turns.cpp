// One array over time, to show the effect of barriers: for each interval between two barriers, all elements
// that are written, then all that are read, with the threads that access them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr double kTurnsWidth = 640, kLeft = 132, kCellHeight = 22, kGap = 3;
constexpr size_t kMostColumns = 32, kMostTurns = 12;

struct Turn {
  bool write = false;
  std::map<uint64_t, std::string> touched = {};  // the value of each element touched
  std::set<size_t> threads = {};
  bool after_barrier = false;
};

std::vector<Turn> turns_of(const BlockTrace& trace, const std::string& object) {
  std::vector<Turn> turns;
  for (const TraceInterval& interval : trace.intervals) {
    Turn written{.write = true}, read{.write = false};
    for (const TraceStep& step : interval.steps)
      for (const Access& a : accesses(step, object)) {
        Turn& turn = a.write ? written : read;
        turn.touched[a.element] = a.value;
        turn.threads.insert(a.thread);
      }
    bool first = true;
    for (Turn* turn : {&written, &read}) {
      if (turn->touched.empty()) continue;
      turn->after_barrier = first && !turns.empty();
      first = false;
      turns.push_back(std::move(*turn));
    }
  }
  return turns;
}

std::string who(const Turn& turn) {
  const char* const verb = turn.write ? "write" : "read";
  return turn.threads.size() == 1 ? fmt::format("thread {} {}s", *turn.threads.begin(), verb)
                                  : fmt::format("{} threads {}", turn.threads.size(), verb);
}

}  // namespace

std::string turns_drawing(const Traces& traces, const DrawingOptions& o) {
  std::string body, description;
  double y = 8;
  for (const BlockTrace& trace : traces) {
    const std::vector<Turn> turns = turns_of(trace, o.object);
    if (turns.empty())
      throw os::Error(fmt::format("object={}: this block of {} does not access it; it accesses {}", o.object,
                                  trace.id, names_of(trace)));
    uint64_t elements = 0;
    for (const Turn& turn : turns) elements = std::max(elements, turn.touched.rbegin()->first + 1);
    const uint64_t columns = o.line > 0 ? o.line : elements;
    if (columns > kMostColumns || turns.size() > kMostTurns)
      throw os::Error(fmt::format(
          "object={}: {} columns and {} rows are too many to draw; line=16 draws the array as lines of 16, "
          "and a smaller n= has fewer rows",
          o.object, columns, turns.size()));
    const double cell = (kTurnsWidth - 2 * kMargin - kLeft) / static_cast<double>(columns);
    const double height = static_cast<double>((elements + columns - 1) / columns) * (kCellHeight + kGap);
    y += 16;
    body += svg::text(kMargin, y, "head", trace.id);
    body += svg::text(kTurnsWidth - kMargin, y, "soft end",
                      fmt::format("{}[0] to {}[{}]", o.object, o.object, elements - 1));
    y += 12;
    std::map<uint64_t, std::string> now;
    for (const Turn& turn : turns) {
      if (turn.after_barrier) {
        body += svg::line(kMargin, y + 8, kTurnsWidth - kMargin, y + 8, "outline dashed stroke-red");
        body += svg::rect(kMargin + 8, y, 2 * kMargin + 30, 16, "paper");
        body += svg::text(kMargin + 12, y + 12, "strong text-red", "barrier");
        y += 22;
      }
      body += svg::text(kMargin, y + 15, turn.write ? "strong" : "", who(turn));
      for (uint64_t e = 0; e < elements; ++e) {
        const double x = kMargin + kLeft + static_cast<double>(e % columns) * cell;
        const double top = y + static_cast<double>(e / columns) * (kCellHeight + kGap);
        const auto there = turn.touched.find(e);
        const bool on = there != turn.touched.end();
        if (on) now[e] = there->second;
        body += svg::rect(x, top, cell - kGap, kCellHeight, on && turn.write ? "blue" : "idle", 2);
        if (on && !turn.write) {
          const double right = x + cell - kGap, low = top + kCellHeight;
          body += svg::path(
              fmt::format("M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}Z", x + 1, top + 1, right - 1, low - 1),
              "outline stroke-blue");
        }
        if (now.contains(e) && svg::text_width(now[e]) <= cell - kGap)
          body +=
              svg::text(x + (cell - kGap) / 2, top + 15.5, on && turn.write ? "middle on" : "middle", now[e]);
      }
      description += fmt::format("{}{} {} elements; ", turn.after_barrier ? "barrier; " : "", who(turn),
                                 turn.touched.size());
      y += height + 5;
    }
    y += 8;
  }
  y += 8;
  body += svg::rect(kMargin, y - 10, 12, 12, "blue", 2) + svg::text(kMargin + 18, y, "soft", "written");
  body += svg::path(fmt::format("M{} {}h11v11h-11Z", kMargin + 90, y - 9.5), "outline stroke-blue");
  body += svg::text(kMargin + 108, y, "soft", "read");
  body += svg::text(kMargin + 160, y, "soft", "the numbers: the values of the elements");
  return svg::written({kTurnsWidth, y + 12,
                       fmt::format("Which threads write and read {} between the barriers", o.object),
                       description, body});
}

}  // namespace ladder::report
