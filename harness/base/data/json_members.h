// Converts values to JSON and back: numbers, strings, enums with names (data/names.h), lists, structs with
// a list of members (data/members.h), and types with their own conversion (JsonOf). Doubles keep all their
// digits, and may be NaN or infinite; compacted() converts them to the form used in files. A struct with a
// message() stores the message next to its members; when the struct is read, take_message() receives it.
#pragma once
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

#include "data/json_fields.h"
#include "data/members.h"
#include "data/names.h"

namespace ladder::data {

// Specialised for types with their own format: static Json write(const T&), void read(const Field&, T&).
template <typename T>
struct JsonOf;

template <typename T>
concept Special = requires(const T& value) {
  JsonOf<T>::write(value);
};
template <typename T>
concept Optional = requires(const T& value) {
  value.has_value(), *value;
};
template <typename T>
concept List = requires(T& list) {
  list.push_back(typename T::value_type{});
}
&&!std::same_as<T, std::string>;

// True if the listed members, laid out one after another, fill the struct, so that none is missing.
template <Listed T>
constexpr bool lists_all_members() {
  size_t end = 0;
  const auto add = [&](size_t size, size_t alignment) {
    end = (end + alignment - 1) / alignment * alignment + size;
  };
  for_each_member<T>([&]<typename M>(const Member<T, M>&) { add(sizeof(M), alignof(M)); });
  add(0, alignof(T));
  return end == sizeof(T);
}

template <typename T>
Json to_json(const T& value);

template <typename T>
Json to_json(const T& value, Form form) {
  if constexpr (std::same_as<T, std::string>) {
    if (value.empty() && form == Form::null_if_empty) return nullptr;
  }
  if constexpr (requires { value.empty(); })
    if (value.empty() && form == Form::left_out_if_empty) return nullptr;
  return to_json(value);
}

template <typename T>
Json to_json(const T& value) {
  if constexpr (Special<T>) {
    return JsonOf<T>::write(value);
  } else if constexpr (Listed<T>) {
    static_assert(lists_all_members<T>(), "members_of() lacks a member, or lists them in a different order");
    Json json = Json::object();
    for_each_member<T>([&](const auto& member) {
      Json one = to_json(value.*member.at, member.form);
      if (one.is_null() && member.form == Form::left_out_if_empty) return;
      json[member.name] = std::move(one);
    });
    if constexpr (requires { value.message(); }) json["message"] = value.message();
    return json;
  } else if constexpr (Named<T>) {
    return name(value);
  } else if constexpr (Optional<T>) {
    return value ? to_json(*value) : Json(nullptr);
  } else if constexpr (List<T>) {
    Json json = Json::array();
    for (const auto& one : value) json.push_back(to_json(one));
    return json;
  } else {
    return value;
  }
}

template <Named Enum>
Enum one_of(const Field& field) {
  if (const auto value = named<Enum>(text(field))) return *value;
  std::string list;
  for (const char* word : names_of(Enum{})) list += (list.empty() ? "" : ", ") + std::string(word);
  wrong(field, "one of " + list);
}

// Throws os::Error with the field's name if a type is wrong. Unknown keys are skipped.
template <typename T>
void read(const Field& field, T& value) {
  if constexpr (Special<T>) {
    JsonOf<T>::read(field, value);
  } else if constexpr (Listed<T>) {
    object(field);
    for_each_member<T>([&](const auto& member) {
      if (member.form == Form::required)
        read(at(field, member.name), value.*member.at);
      else if (const auto found = maybe(field, member.name))
        read(*found, value.*member.at);
    });
    if constexpr (requires { value.take_message(std::string()); })
      value.take_message(text_or(field, "message"));
  } else if constexpr (Named<T>) {
    value = one_of<T>(field);
  } else if constexpr (Optional<T>) {
    read(field, value.emplace());
  } else if constexpr (List<T>) {
    for (const Field& item : items(field)) read(item, value.emplace_back());
  } else if constexpr (std::same_as<T, std::string>) {
    value = text(field);
  } else if constexpr (std::same_as<T, bool>) {
    value = flag(field);
  } else if constexpr (std::floating_point<T>) {
    value = number(field);
  } else {
    const uint64_t number = whole(field);
    constexpr uint64_t kMost = std::numeric_limits<T>::max();
    if (number > kMost) wrong(field, "a whole number, at most " + std::to_string(kMost));
    value = static_cast<T>(number);
  }
}

template <typename T>
T from_json(const Field& field) {
  T value{};
  read(field, value);
  return value;
}

// For communication between processes of one program: nothing is rounded, and text need not be
// UTF-8.
template <typename T>
std::string packed(const T& value) {
  return pack(to_json(value));
}
template <typename T>
T unpacked(const std::string& bytes) {
  const Json json = unpack(bytes);
  return from_json<T>({&json, ""});
}

}  // namespace ladder::data
