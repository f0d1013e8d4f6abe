// Maps an element type, which is a value at run time, to the C++ type, and returns the size of a
// buffer's elements.
#pragma once
#include <cstddef>
#include <cstdint>

#include "check/tasks.h"
#include "stage/elements.h"

namespace ladder::check {

// Calls f(T{}), where T is the type that the value names.
template <typename F>
auto with_type(stage::DType type, F f) {
  switch (type) {
    case stage::DType::f32:
      return f(float{});
    case stage::DType::f64:
      return f(double{});
    case stage::DType::i32:
      return f(int32_t{});
    case stage::DType::u32:
      return f(uint32_t{});
    case stage::DType::i64:
      return f(int64_t{});
    case stage::DType::u64:
      break;
  }
  return f(uint64_t{});
}

// T is the case's type.
template <typename T>
size_t size_of(Element element) {
  switch (element) {
    case Element::of_the_case:
      return sizeof(T);
    case Element::value_and_index:
      return sizeof(stage::ValueAndIndex<T>);
    case Element::u32:
      return sizeof(uint32_t);
    case Element::bf16:
      return sizeof(uint16_t);
    case Element::u64:
      break;
  }
  return sizeof(uint64_t);
}

}  // namespace ladder::check
