#include "platform/fiber.h"

#include <cstdlib>
#include <new>
#include <vector>

namespace ladder::simt {
namespace {
std::vector<Fiber*> fibers;  // numbered from 1
}

Fiber* make_fiber(unsigned, size_t stack_bytes) {
  auto* fiber = new Fiber;
  fiber->stack = static_cast<char*>(std::aligned_alloc(16, stack_bytes));
  if (fiber->stack == nullptr) throw std::bad_alloc();
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
