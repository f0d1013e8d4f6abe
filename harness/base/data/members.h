// A struct's list of members, for everything that goes through all of them: files, pipes, CSV. It stands
// beside the struct, as a function that is found by the struct's type:
//   constexpr auto members_of(const Ratio*) { return std::tuple{Member{"value", &Ratio::value}, …}; }
#pragma once
#include <tuple>

namespace data {

enum class Form {     // in a JSON object
  required,           // a file without it is broken
  optional,           // may be absent or null
  null_if_empty,      // optional; "" is written as null
  left_out_if_empty,  // optional; a value that is not there is not written
  reason              // optional; a text is written as {"reason": text}, "" is not written
};

template <typename Struct, typename Type>
struct Member {
  const char* name;
  Type Struct::*at;
  Form form = Form::optional;
  const char* unit = "";  // for the heading of a CSV column, where the name does not say it
};
template <typename Struct, typename Type>  // as g++ deduces it by itself
Member(const char*, Type Struct::*, Form = Form::optional, const char* = "")->Member<Struct, Type>;

template <typename T>
concept Listed = requires(const T* t) {
  members_of(t);
};

// Calls `f` with each member in its order.
template <Listed T, typename F>
constexpr void for_each_member(F f) {
  std::apply([&](const auto&... member) { (f(member), ...); }, members_of(static_cast<const T*>(nullptr)));
}

}  // namespace data
