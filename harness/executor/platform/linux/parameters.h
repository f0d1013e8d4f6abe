#pragma once
#include <cstddef>

extern "C" void
simt_copy_argument();  // called as a function that returns the argument's type, so its caller provides the
                       // destination

namespace ladder::simt_runtime {

template <typename T>
__attribute__((always_inline)) inline T copied(const void* held) {
  return reinterpret_cast<T (*)(const void*, size_t)>(simt_copy_argument)(held, sizeof(T));
}

// Defined here so that it is compiled with its caller's flags: -fcf-protection, which is the default in
// Ubuntu's g++, changes the frame layout.
[[noreturn]] __attribute__((noinline)) inline void leave(void** frame) { __builtin_longjmp(frame, 1); }

// Ends a thread before the destructors of its parameters, if any, run.
struct OverHere {
  void** frame;
  __attribute__((always_inline)) void operator()() const { leave(frame); }
};
// Used directly in the function that runs a thread, because a function that calls setjmp cannot be inlined.
#define SIMT_UNTIL_OVER(RUN) \
  void* simt_frame[5];       \
  if (__builtin_setjmp(simt_frame) == 0) RUN(::ladder::simt_runtime::OverHere{simt_frame})

}  // namespace ladder::simt_runtime
