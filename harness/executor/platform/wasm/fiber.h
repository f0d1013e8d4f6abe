// A fiber is a stack on the host plus a memory area for the part of the C++ stack that is in linear memory.
// The memory area has no guard page, so an overrun goes unnoticed.
#pragma once
#include <cstddef>
#include <cstdint>

#include "platform/here.h"

// The host resumes fiber `to` where it last called this function; if `to` is new, it calls simt_fiber_main(to)
// on a new stack. Returns when something switches back to `from`; true if nothing will ever use this stack
// again.
extern "C" __attribute__((import_module("simt"), import_name("switch_to"))) bool simt_switch_to(int from,
                                                                                                int to,
                                                                                                bool fresh);

namespace ladder::simt {

constexpr size_t kStackBytes = 64 * 1024;

struct Fiber {
  int number = 0;         // 0: the stack on which the host called the program
  char* stack = nullptr;  // lowest address; nullptr: not made by make_fiber()
  size_t stack_bytes = 0;
  void (*entry)() = nullptr;
  bool fresh = false;

  bool on_stack(const void* p) const {
    return static_cast<const char*>(p) >= stack && static_cast<const char*>(p) < stack + stack_bytes;
  }
};

inline int running_fiber = 0;

inline uintptr_t memory_stack() {
  uintptr_t p;
  asm volatile(".globaltype __stack_pointer, i32\nglobal.get __stack_pointer\nlocal.set %0" : "=r"(p));
  return p;
}
inline void set_memory_stack(uintptr_t p) {
  asm volatile("local.get %0\nglobal.set __stack_pointer" ::"r"(p));
}

// Leaves `from` and continues in `to`; returns when something switches back to `from`.
[[gnu::noinline]] inline void switch_fiber(Fiber& from, Fiber& to) {
  const uintptr_t stack = memory_stack();
  const int pc = simt_pc;  // the executor may ask for its caller again after the switch
  const bool fresh = to.fresh;
  to.fresh = false;
  from.number = running_fiber;  // a worker's own stack is the stack of the fiber that runs it
  running_fiber = to.number;
  if (simt_switch_to(from.number, to.number, fresh))
    __builtin_trap();  // frees the stack immediately; no destructor of a stopped thread's objects runs
  set_memory_stack(stack);
  simt_pc = pc;
}

// (Re)starts `fiber` at entry(), which must never return.
template <void (*entry)()>
void start_fiber(Fiber& fiber) {
  fiber.entry = entry;
  fiber.fresh = true;
}

Fiber* make_fiber(unsigned number, size_t stack_bytes = kStackBytes);

}  // namespace ladder::simt
