#pragma once
#include <cstddef>

namespace ladder::simt_runtime {

// An object of class type is returned in memory that the caller provides, so one function serves every T.
template <typename T>
struct Copied {
  static T of(const void* held, size_t bytes) __asm__("simt_copy_argument");
};
template <typename T>
__attribute__((always_inline)) inline T copied(const void* held) {
  return Copied<T>::of(held, sizeof(T));
}

[[noreturn]] void leave();  // ends the thread and leaves its stack as it is

struct OverHere {
  __attribute__((always_inline)) void operator()() const { leave(); }
};
#define SIMT_UNTIL_OVER(RUN) RUN(::ladder::simt_runtime::OverHere{})

}  // namespace ladder::simt_runtime
