// The shuffles of one warp, one below the other: an arrow from each source lane to the lane that takes its
// value. A lane that takes its own value has no arrow.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "drawings/drawing_parts.h"
#include "drawings/drawings.h"

namespace ladder::report {
namespace {

using namespace drawing;

constexpr WarpColumns kColumns{84, 21.5};
constexpr double kRow = 17, kFan = 40;
constexpr uint64_t kUsual = 5;  // the number of shuffles in a tree over a warp

const std::vector<StepKind> kKinds = {StepKind::shuffle, StepKind::shuffle_up, StepKind::shuffle_down,
                                      StepKind::shuffle_xor};

unsigned from_of(const TraceStep& step, unsigned lane) { return static_cast<unsigned>(*step.from[lane]); }

// The pattern, if all lanes that take another lane's value follow the same one: "16 higher", "1 lower", "all
// from lane 0".
std::string pattern(const TraceStep& step) {
  std::optional<int> distance;
  std::optional<unsigned> one;
  bool same_distance = true, same_lane = true;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!step.lanes.has(lane) || from_of(step, lane) == lane) continue;
    const int d = static_cast<int>(from_of(step, lane)) - static_cast<int>(lane);
    same_distance = same_distance && d == distance.value_or(d);
    same_lane = same_lane && from_of(step, lane) == one.value_or(from_of(step, lane));
    distance = d;
    one = from_of(step, lane);
  }
  if (!one) return "its own";
  if (same_distance) return fmt::format("{} {}", std::abs(*distance), *distance > 0 ? "higher" : "lower");
  if (same_lane) return fmt::format("from lane {}", *one);
  if (step.kind == StepKind::shuffle_xor) return fmt::format("lane ^ {}", std::abs(*distance));
  return "";
}

}  // namespace

std::string shuffles_drawing(const Traces& traces, const DrawingOptions& o) {
  std::string body, description;
  double y = 8;
  for (const BlockTrace& trace : traces) {
    picked(trace, o.step, kKinds, "shuffle");
    std::vector<const TraceStep*> shuffles;
    uint64_t seen = 0;
    for (const TraceInterval& interval : trace.intervals)
      for (const TraceStep& step : interval.steps)
        if (step.warp == 0 && !step.from.empty() && ++seen >= o.step &&
            shuffles.size() < (o.count ? o.count : kUsual))
          shuffles.push_back(&step);
    if (o.count > shuffles.size())
      throw os::Error(fmt::format("step={} count={}: warp 0 of this block of {} makes {} in all", o.step,
                                  o.count, trace.id, count_of(seen, "shuffle")));
    y += 16;
    body += svg::text(kMargin, y, "head", trace.id);
    body += svg::text(kWidth - kMargin, y, "soft end",
                      shuffles.size() == 1
                          ? fmt::format("shuffle {} of warp 0", o.step)
                          : fmt::format("shuffles {} to {} of warp 0", o.step, o.step + shuffles.size() - 1));
    y += 12;
    const auto lane_row = [&](double top) {
      std::string out;
      for (unsigned lane = 0; lane < 32; ++lane) {
        out += svg::rect(kColumns.x(lane), top, kColumns.box - 3, kRow, "idle", 2);
        out += svg::text(kColumns.middle(lane), top + 12, "tiny middle", std::to_string(lane));
      }
      return out;
    };
    body += svg::text(kMargin, y + 12, "soft", "lanes");
    body += lane_row(y);
    for (const TraceStep* step : shuffles) {
      const std::string kind = data::name(step->kind), how = pattern(*step);
      const double from = y + kRow, to = from + kFan;
      body += svg::text(kMargin, from + 17, "small", kind);
      body += svg::text(kMargin, from + 30, "small soft", how);
      size_t arrows = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        if (!step->lanes.has(lane) || from_of(*step, lane) == lane) continue;
        body += svg::arrow(kColumns.middle(from_of(*step, lane)), from + 1, kColumns.middle(lane), to - 1,
                           "blue");
        ++arrows;
      }
      description += fmt::format("{} {}: {}, {}; ", trace.id, kind, count_of(arrows, "lane"), how);
      y = to;
      body += lane_row(y);
      for (unsigned lane = 0; lane < 32; ++lane)
        if (step->lanes.has(lane) && from_of(*step, lane) != lane)
          body += svg::rect(kColumns.x(lane) - 0.5, y - 0.5, kColumns.box - 2, kRow + 1,
                            "outline stroke-blue", 2);
    }
    y += kRow + 10;
  }
  y += 12;
  body += svg::rect(kMargin + 0.5, y - 9.5, 11, 11, "outline stroke-blue", 2);
  body += svg::text(kMargin + 18, y, "soft", "takes the value of another lane; the others keep their own");
  const std::string ids = ids_of(traces);
  return svg::written({kWidth, y + 12,
                       fmt::format("{}: from which lane each lane of a warp takes a value", ids), description,
                       body});
}

}  // namespace ladder::report
