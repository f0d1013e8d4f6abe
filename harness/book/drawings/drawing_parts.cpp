#include "drawings/drawing_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder::report::drawing {
namespace {

std::string shown(const simt::Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return "";
  const auto* number = std::get_if<double>(&value);
  return number == nullptr ? data::to_json(value).dump() : fmt::format("{:.4g}", *number);
}

}  // namespace

std::string count_of(uint64_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string rise_of(uint64_t wavefronts) {
  return wavefronts <= 1 ? "rise1" : wavefronts == 2 ? "rise2" : wavefronts <= 4 ? "rise3" : "rise4";
}

std::string tight(std::string_view digits, double width) {
  return 7 * static_cast<double>(digits.size()) > width ? " tight" : "";
}

std::string key_of_rises(double x, double y, const std::string& idle) {
  std::string out;
  const auto one = [&](const char* look, const std::string& words) {
    out += svg::rect(x, y - 9, 10, 10, look);
    out += svg::text(x + 15, y, "soft", words);
    x += 15 + svg::text_width(words) + 16;
  };
  one("idle", idle);
  one("rise1", "1 wavefront");
  one("rise2", "2");
  one("rise3", "3 to 4");
  one("rise4", "5 or more");
  return out;
}

std::string request_head(const BlockTrace& trace, const std::string& which, const std::string& sentence,
                         simt::Lanes lanes, const WarpColumns& columns, double& y) {
  y += 16;
  std::string out = svg::text(kMargin, y, "head", trace.id);
  out += svg::text(kWidth - kMargin, y, "soft end", which);
  y += 18;
  out += svg::text(kMargin, y, "", sentence);
  y += 10;
  out += svg::text(kMargin, y + 13, "soft", "lanes");
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool on = lanes.has(lane);
    out += svg::rect(columns.x(lane), y, columns.box - 3, kLaneRow, on ? "blue" : "idle", 2);
    out += svg::text(columns.middle(lane), y + 12.5, on ? "tiny middle on" : "tiny middle soft",
                     std::to_string(lane));
  }
  return out;
}

StepKind wanted_kind(const DrawingOptions& o, StepKind load, StepKind store) {
  if (o.kind != "load" && o.kind != "store")
    throw os::Error(fmt::format("kind={}: must be load or store", o.kind));
  return o.kind == "load" ? load : store;
}

const TraceStep* picked(const BlockTrace& trace, uint64_t k, const std::vector<StepKind>& kinds,
                        const std::string& what) {
  uint64_t seen = 0;
  for (const TraceInterval& interval : trace.intervals)
    for (const TraceStep& step : interval.steps) {
      if (step.warp != 0 || std::find(kinds.begin(), kinds.end(), step.kind) == kinds.end()) continue;
      if (++seen == k) return &step;
    }
  throw os::Error(
      fmt::format("step={}: warp 0 of this block of {} makes {} in all", k, trace.id, count_of(seen, what)));
}

std::vector<Access> accesses(const TraceStep& step, const std::string& object) {
  std::vector<Access> all;
  const bool write = is_store(step.kind) || is_atomic(step.kind);
  for (unsigned lane = 0; lane < step.index.size(); ++lane) {
    if (!step.index[lane] || step.object.of(lane) != object) continue;
    const size_t thread = step.warp * 32 + lane;
    const uint64_t first = *step.index[lane];
    if (step.values.empty()) all.push_back({thread, first, write, ""});
    for (size_t i = 0; !step.values.empty() && i < step.values[lane].size(); ++i)
      all.push_back({thread, first + i, write, shown(step.values[lane][i])});
  }
  return all;
}

std::string names_of(const BlockTrace& trace) {
  std::string names;
  for (const simt::TraceObject& object : trace.objects) names += (names.empty() ? "" : ", ") + object.name;
  return names;
}

}  // namespace ladder::report::drawing
