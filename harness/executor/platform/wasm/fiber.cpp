#include "platform/fiber.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace ladder::simt {
namespace {
std::vector<Fiber*> fibers;  // numbered from 1

// Stacks are never freed. They are allocated many at a time, because growing the memory is slow.
char* new_stack(size_t bytes) {
  constexpr size_t kAtOnce = 4 << 20;
  static char* free = nullptr;
  static size_t left = 0;
  if (bytes > left) {
    const size_t more = std::max(bytes, kAtOnce);
    auto* const stacks = static_cast<char*>(std::aligned_alloc(16, more));
    if (stacks == nullptr) throw std::bad_alloc();
    free = stacks;
    left = more;
  }
  left -= bytes;
  return std::exchange(free, free + bytes);
}
}  // namespace

Fiber* make_fiber(unsigned, size_t stack_bytes) {
  auto* fiber = new Fiber;
  fiber->stack = new_stack(stack_bytes);
  fiber->stack_bytes = stack_bytes;
  fibers.push_back(fiber);
  fiber->number = static_cast<int>(fibers.size());
  return fiber;
}

extern "C" __attribute__((export_name("simt_fiber_main"))) void simt_fiber_main(int number) {
  const Fiber& fiber = *fibers[static_cast<size_t>(number) - 1];
  set_memory_stack(reinterpret_cast<uintptr_t>(fiber.stack + fiber.stack_bytes));
  fiber.entry();
}

}  // namespace ladder::simt
