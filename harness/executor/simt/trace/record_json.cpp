#include "simt/trace/record_json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace simt {
namespace {

using data::Json;

struct Writer {
  const BlockRecord& record;
  const RecordWords& words;
  std::vector<Json> last_values;  // by object

  // The elements of a buffer that is only read in vectors are still the job's.
  uint64_t element_bytes(int object) const {
    const uint64_t seen = record.objects[static_cast<size_t>(object)].element_bytes;
    const uint64_t type = words.type_bytes;
    return type > 0 && seen > type && seen % type == 0 ? type : seen;
  }

  Json values(const RecordedValues& v) const {
    const uint64_t size = element_bytes(v.object);
    Json list = Json::array();
    for (uint64_t at = 0; at + size <= v.bytes.size(); at += size)
      list.push_back(v.written[at] ? words.value(&v.bytes[at], size) : Json(nullptr));
    return list;
  }

  // A list of 32, null where a lane is not active.
  template <typename F>
  static Json by_lane(const RecordedInstruction& i, F f) {
    Json list = Json::array();
    for (unsigned lane = 0; lane < 32; ++lane) list.push_back(i.lanes >> lane & 1 ? f(lane) : Json(nullptr));
    return list;
  }

  // The elements that one lane read or wrote: a number, or several of a vector.
  Json accessed(const std::array<unsigned char, 16>& bytes, const RecordedPlace& place, unsigned size) const {
    const uint64_t each = place.object < 0 ? size : std::min<uint64_t>(size, element_bytes(place.object));
    if (each == size) return words.value(bytes.data(), size);
    Json list = Json::array();
    for (uint64_t at = 0; at + each <= size; at += each) list.push_back(words.value(&bytes[at], each));
    return list;
  }

  Json places(const RecordedInstruction& i, Json step) const {
    const bool shared = i.kind.starts_with("shared");
    Json objects = Json::array(), index = Json::array(), address = Json::array(), unit = Json::array();
    int first = -2;
    bool same = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const RecordedPlace& p = i.places[lane];
      const bool active = i.lanes >> lane & 1;
      if (active && first == -2) first = p.object;
      same = same && (!active || p.object == first);
      const bool known = active && p.object >= 0;
      objects.push_back(known ? Json(record.objects[static_cast<size_t>(p.object)].name) : Json(nullptr));
      index.push_back(known ? Json(p.offset / element_bytes(p.object)) : Json(nullptr));
      address.push_back(known ? Json(p.offset) : Json(nullptr));
      unit.push_back(known ? Json(shared ? p.offset / 4 % 32 : p.offset / 32) : Json(nullptr));
    }
    if (same && first >= 0)
      step["object"] = record.objects[static_cast<size_t>(first)].name;
    else
      step["object"] = objects;
    step["index"] = index;
    step["address"] = address;
    step[shared ? "bank" : "sector"] = unit;
    if (!i.values.empty())
      step["values"] =
          by_lane(i, [&](unsigned lane) { return accessed(i.values[lane], i.places[lane], i.bytes); });
    return step;
  }

  Json step(const RecordedInstruction& i) const {
    Json json = {{"warp", i.warp}, {"line", i.line}};
    if (i.file != words.file) json["file"] = i.file;
    json["kind"] = i.kind;
    json["lanes"] = fmt::format("{:08x}", i.lanes);
    if (!i.from.empty()) {
      json["from"] = by_lane(i, [&](unsigned lane) { return Json(i.from[lane]); });
      json["values"] = by_lane(i, [&](unsigned lane) { return words.value(i.values[lane].data(), i.bytes); });
    }
    if (i.places.empty()) return json;
    json["bytes"] = i.bytes;
    if (i.passes > 0) json[i.kind.starts_with("shared") ? "wavefronts" : "sectors"] = i.passes;
    return places(i, std::move(json));
  }

  Json interval(const RecordedInterval& i) {
    Json steps = Json::array(), shared = Json::object();
    for (const RecordedInstruction& instruction : i.instructions) steps.push_back(step(instruction));
    for (const RecordedValues& v : i.shared) {
      Json now = values(v);
      last_values.resize(record.objects.size());
      Json& last = last_values[static_cast<size_t>(v.object)];
      if (now != last) shared[record.objects[static_cast<size_t>(v.object)].name] = now;
      last = std::move(now);
    }
    return {{"steps", std::move(steps)}, {"shared", std::move(shared)}};
  }
};

}  // namespace

template <typename T>
Json number_of(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    // The shortest text that is this value: 0.1, not 0.10000000149011612.
    return std::strtod(fmt::format("{}", value).c_str(), nullptr);
  }
  return value;
}
template Json number_of<float>(const unsigned char*);
template Json number_of<double>(const unsigned char*);
template Json number_of<int32_t>(const unsigned char*);
template Json number_of<int64_t>(const unsigned char*);

Json json_of(const BlockRecord& record, const RecordWords& words) {
  Writer writer{record, words, {}};
  Json objects = Json::array(), intervals = Json::array();
  for (size_t i = 0; i < record.objects.size(); ++i)
    objects.push_back({{"name", record.objects[i].name},
                       {"space", record.objects[i].space},
                       {"element_bytes", writer.element_bytes(static_cast<int>(i))}});
  for (const RecordedInterval& i : record.intervals) intervals.push_back(writer.interval(i));
  return {{"objects", std::move(objects)}, {"intervals", std::move(intervals)}};
}

}  // namespace simt
