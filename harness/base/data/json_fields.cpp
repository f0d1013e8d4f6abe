#include "data/json_fields.h"

#include <cmath>

#include <fmt/format.h>

#include "os/error.h"

namespace ladder::data {
namespace {

std::string child(const Field& field, const char* key) {
  return field.path.empty() ? key : field.path + "." + key;
}

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

}  // namespace

void wrong(const Field& field, const std::string& expected) {
  throw os::Error(fmt::format("{} must be {}, but is {}", field.path.empty() ? "the file" : field.path,
                              expected, shown(*field.value)));
}

Field object(Field field) {
  if (!field.value->is_object()) wrong(field, "an object");
  return field;
}

std::optional<Field> maybe(const Field& field, const char* key) {
  const auto found = object(field).value->find(key);
  if (found == field.value->end() || found->is_null()) return std::nullopt;
  return Field{&*found, child(field, key)};
}

Field at(const Field& field, const char* key) {
  const auto found = object(field).value->find(key);
  if (found == field.value->end()) throw os::Error(fmt::format("{} is missing", child(field, key)));
  return {&*found, child(field, key)};
}

std::string text(const Field& field) {
  if (!field.value->is_string()) wrong(field, "text");
  return field.value->get<std::string>();
}

std::string one_of(const Field& field, std::initializer_list<const char*> choices) {
  const std::string value = text(field);
  std::string list;
  for (const char* choice : choices) {
    if (value == choice) return value;
    list += (list.empty() ? "" : ", ") + std::string(choice);
  }
  wrong(field, "one of " + list);
}

double number(const Field& field) {
  if (!field.value->is_number()) wrong(field, "a number");
  return field.value->get<double>();
}

double not_negative(const Field& field) {
  const double value = number(field);
  if (value < 0) wrong(field, "a number that is not negative");
  return value;
}

uint64_t whole(const Field& field) {
  if (field.value->is_number_unsigned()) return field.value->get<uint64_t>();
  constexpr double kExact = 9007199254740992.0;  // 2^53: above it, one double may represent several integers
  if (field.value->is_number_float()) {
    const double value = field.value->get<double>();
    if (value >= 0 && value <= kExact && value == std::floor(value)) return static_cast<uint64_t>(value);
  }
  if (field.value->is_number_integer() && field.value->get<int64_t>() >= 0)
    return static_cast<uint64_t>(field.value->get<int64_t>());
  wrong(field, "a whole number, 0 or more");
}

bool flag(const Field& field) {
  if (!field.value->is_boolean()) wrong(field, "true or false");
  return field.value->get<bool>();
}

std::vector<Field> items(const Field& field) {
  if (!field.value->is_array()) wrong(field, "a list");
  std::vector<Field> list;
  for (size_t i = 0; i < field.value->size(); ++i)
    list.push_back({&(*field.value)[i], fmt::format("{}[{}]", field.path, i)});
  return list;
}

std::vector<std::pair<std::string, Field>> members(const Field& field) {
  std::vector<std::pair<std::string, Field>> list;
  const Json& all =
      *object(field)
           .value;  // a named variable, because g++ 14 warns that a range over object(field) may dangle
  for (const auto& [key, value] : all.items()) list.push_back({key, {&value, child(field, key.c_str())}});
  return list;
}

std::string text_or(const Field& field, const char* key, std::string otherwise) {
  const auto found = maybe(field, key);
  return found ? text(*found) : otherwise;
}

uint64_t whole_or(const Field& field, const char* key, uint64_t otherwise) {
  const auto found = maybe(field, key);
  return found ? whole(*found) : otherwise;
}

std::optional<double> number_if(const Field& field, const char* key) {
  const auto found = maybe(field, key);
  return found ? std::optional(number(*found)) : std::nullopt;
}

}  // namespace ladder::data
