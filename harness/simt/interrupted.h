// Where a signal came upon its thread. Addresses.
#pragma once
#include <ucontext.h>

#include <cstdint>

namespace simt {

struct Interrupted {
  uintptr_t instruction, stack;
  uintptr_t caller;  // of the function that runs, where a register holds it; else 0, and the stack does
};

inline Interrupted interrupted_at(const mcontext_t& machine) {
#ifdef __aarch64__
  return {machine.pc, machine.sp, machine.regs[30]};
#else
  return {static_cast<uintptr_t>(machine.gregs[REG_RIP]), static_cast<uintptr_t>(machine.gregs[REG_RSP]), 0};
#endif
}

}  // namespace simt
