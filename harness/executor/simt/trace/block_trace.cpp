#include "simt/trace/block_trace.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace ladder::data {

Json JsonOf<simt::Value>::write(const simt::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    if (std::isfinite(*number)) return *number;
    return std::isnan(*number) ? "nan" : *number > 0 ? "inf" : "-inf";
  }
  if (const auto* number = std::get_if<int64_t>(&value)) return *number;
  if (const auto* number = std::get_if<uint64_t>(&value)) return *number;
  return nullptr;
}

void JsonOf<simt::Value>::read(const Field& field, simt::Value& value) {
  const Json& json = *field.value;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (json.is_null())
    value = {};
  else if (json.is_number_unsigned())
    value = json.get<uint64_t>();
  else if (json.is_number_integer())
    value = json.get<int64_t>();
  else if (json.is_number())
    value = json.get<double>();
  else if (json == "nan")
    value = std::numeric_limits<double>::quiet_NaN();
  else if (json == "inf" || json == "-inf")
    value = json == "inf" ? kInfinity : -kInfinity;
  else
    wrong(field, "a number");
}

Json JsonOf<simt::Lanes>::write(const simt::Lanes& lanes) { return fmt::format("{:08x}", lanes.mask); }

void JsonOf<simt::Lanes>::read(const Field& field, simt::Lanes& lanes) {
  lanes.mask = static_cast<uint32_t>(std::stoul(text(field), nullptr, 16));
}

Json JsonOf<simt::ByLane>::write(const simt::ByLane& numbers) {
  Json list = Json::array();
  for (const auto& number : numbers) list.push_back(number ? Json(*number) : Json(nullptr));
  return list;
}

void JsonOf<simt::ByLane>::read(const Field& field, simt::ByLane& numbers) {
  for (const Json& one : *field.value)
    numbers.push_back(one.is_null() ? std::nullopt : std::optional(one.get<uint64_t>()));
}

Json JsonOf<simt::LaneValues>::write(const simt::LaneValues& lanes) {
  Json list = Json::array();
  for (const std::vector<simt::Value>& values : lanes) {
    if (values.size() <= 1) {
      list.push_back(values.empty() ? Json(nullptr) : to_json(values[0]));
      continue;
    }
    Json of_vector = Json::array();
    for (const simt::Value& value : values) of_vector.push_back(to_json(value));
    list.push_back(std::move(of_vector));
  }
  return list;
}

void JsonOf<simt::LaneValues>::read(const Field& field, simt::LaneValues& lanes) {
  for (const Json& one : *field.value) {
    std::vector<simt::Value>& values = lanes.emplace_back();
    if (one.is_array())
      for (const Json& part : one) values.push_back(from_json<simt::Value>({&part, field.path}));
    else if (!one.is_null())
      values.push_back(from_json<simt::Value>({&one, field.path}));
  }
}

Json JsonOf<simt::TouchedObject>::write(const simt::TouchedObject& object) {
  if (object.is_one()) return object.names[0];
  Json list = Json::array();
  for (const std::string& name : object.names) list.push_back(name.empty() ? Json(nullptr) : Json(name));
  return list;
}

void JsonOf<simt::TouchedObject>::read(const Field& field, simt::TouchedObject& object) {
  if (field.value->is_string()) {
    object.names = {text(field)};
    return;
  }
  for (const Json& name : *field.value) object.names.push_back(name.is_null() ? "" : name.get<std::string>());
}

Json JsonOf<std::vector<simt::SharedArrayValues>>::write(const std::vector<simt::SharedArrayValues>& arrays) {
  Json json = Json::object();
  for (const simt::SharedArrayValues& array : arrays) {
    Json& list = json[array.name] = Json::array();
    for (const simt::Value& value : array.values) list.push_back(to_json(value));
  }
  return json;
}

void JsonOf<std::vector<simt::SharedArrayValues>>::read(const Field& field,
                                                        std::vector<simt::SharedArrayValues>& arrays) {
  const Json& all = *object(field).value;
  for (const auto& [name, list] : all.items()) {
    simt::SharedArrayValues& array = arrays.emplace_back();
    array.name = name;
    for (const Json& one : list) array.values.push_back(from_json<simt::Value>({&one, field.path}));
  }
}

}  // namespace ladder::data
