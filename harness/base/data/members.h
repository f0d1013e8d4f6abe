// A struct's list of members, for code that reads or writes all of them in a file or a pipe. It is defined
// next to the struct, as a function found by argument-dependent lookup:
//   constexpr auto members_of(const Ratio*) { return std::tuple{Member{"value", &Ratio::value}, …}; }
#pragma once
#include <tuple>

namespace ladder::data {

enum class Form {    // how a member appears in a JSON object
  required,          // a file without it is invalid
  optional,          // may be absent or null
  null_if_empty,     // optional; "" is written as null
  left_out_if_empty  // optional; an empty value is not written
};

template <typename Struct, typename Type>
struct Member {
  const char* name;
  Type Struct::*at;
  Form form = Form::optional;
  const char* unit = "";  // for the heading of a CSV column, if the name does not include it
};
template <typename Struct, typename Type>  // a deduction guide, which g++ does not need
Member(const char*, Type Struct::*, Form = Form::optional, const char* = "")->Member<Struct, Type>;

template <typename T>
concept Listed = requires(const T* t) {
  members_of(t);
};

// Calls `f` with each member in order.
template <Listed T, typename F>
constexpr void for_each_member(F f) {
  std::apply([&](const auto&... member) { (f(member), ...); }, members_of(static_cast<const T*>(nullptr)));
}

}  // namespace ladder::data
