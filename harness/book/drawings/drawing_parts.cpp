#include "drawings/drawing_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace report::drawing {
namespace {

std::string shown(const data::Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump();
}

}  // namespace

uint32_t lanes_of(const data::Json& step) {
  return static_cast<uint32_t>(std::stoul(step["lanes"].get<std::string>(), nullptr, 16));
}

bool is_kind(const data::Json& step, const char* kind) { return step["kind"] == kind; }

bool is_shared(const data::Json& step) {
  return is_kind(step, "shared_load") || is_kind(step, "shared_store");
}

std::string id_of(const data::Json& trace) { return trace["id"].get<std::string>(); }

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
  one("rise4", "5 and more");
  return out;
}

std::string request_head(const data::Json& trace, const std::string& which, const std::string& sentence,
                         uint32_t lanes, const WarpColumns& columns, double& y) {
  y += 16;
  std::string out = svg::text(kMargin, y, "head", id_of(trace));
  out += svg::text(kWidth - kMargin, y, "soft end", which);
  y += 18;
  out += svg::text(kMargin, y, "", sentence);
  y += 10;
  out += svg::text(kMargin, y + 13, "soft", "lanes");
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool on = has_lane(lanes, lane);
    out += svg::rect(columns.x(lane), y, columns.box - 3, kLaneRow, on ? "blue" : "idle", 2);
    out += svg::text(columns.middle(lane), y + 12.5, on ? "tiny middle on" : "tiny middle soft",
                     std::to_string(lane));
  }
  return out;
}

Picked picked(const data::Json& trace, uint64_t k, const std::vector<std::string>& kinds,
              const std::string& what) {
  uint64_t seen = 0;
  for (size_t i = 0; i < trace["intervals"].size(); ++i)
    for (const data::Json& step : trace["intervals"][i]["steps"]) {
      const auto kind = step["kind"].get<std::string>();
      if (step["warp"] != 0 || std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
      if (++seen == k) return {&step, i};
    }
  throw os::Error(fmt::format("step={}: warp 0 of this block of {} makes {} in all", k, id_of(trace),
                              count_of(seen, what)));
}

std::vector<Access> accesses(const data::Json& step, const std::string& object) {
  std::vector<Access> all;
  if (!step.contains("index") || !step.contains("object")) return all;
  const auto kind = step["kind"].get<std::string>();
  const bool write = kind.ends_with("_store") || kind.ends_with("_atomic");
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (step["index"][lane].is_null()) continue;
    const data::Json& there = step["object"].is_string() ? step["object"] : step["object"][lane];
    if (there != object) continue;
    const size_t thread = step["warp"].get<size_t>() * 32 + lane;
    const auto first = step["index"][lane].get<uint64_t>();
    const data::Json value = step.contains("values") ? step["values"][lane] : data::Json(nullptr);
    if (!value.is_array()) {
      all.push_back({thread, first, write, shown(value)});
      continue;
    }
    for (uint64_t i = 0; i < value.size(); ++i) all.push_back({thread, first + i, write, shown(value[i])});
  }
  return all;
}

std::string names_of(const data::Json& trace) {
  std::string names;
  for (const data::Json& object : trace["objects"])
    names += (names.empty() ? "" : ", ") + object["name"].get<std::string>();
  return names;
}

}  // namespace report::drawing
