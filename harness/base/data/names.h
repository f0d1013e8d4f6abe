// The names of an enum's values, written once. A function next to the enum defines them:
//   constexpr std::array names_of(Colour) { return std::array{"red", "green"}; }   // in the order of the values
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ladder::data {

template <typename Enum>
concept Named = requires(Enum value) {
  names_of(value)[0];
};

template <Named Enum>
constexpr const char* name(Enum value) {
  return names_of(value)[static_cast<size_t>(value)];
}

template <Named Enum>
constexpr std::optional<Enum> named(std::string_view word) {
  constexpr std::array kNames = names_of(Enum{});
  for (size_t i = 0; i < kNames.size(); ++i)
    if (word == kNames[i]) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace ladder::data
