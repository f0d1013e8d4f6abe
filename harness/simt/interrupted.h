// Where a signal came upon its thread.
#pragma once
#include <ucontext.h>

#include <cstdint>

namespace simt {

struct Interrupted {  // addresses
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

// Of SIGSEGV: was it a store?
inline bool was_a_store(const mcontext_t& machine) {
#ifdef __aarch64__
  constexpr uint64_t kStore = 1 << 6;  // of the syndrome register of a data abort
  const auto* part = reinterpret_cast<const _aarch64_ctx*>(machine.__reserved);
  while (part->magic != 0 && part->magic != ESR_MAGIC)
    part = reinterpret_cast<const _aarch64_ctx*>(reinterpret_cast<const char*>(part) + part->size);
  return part->magic == ESR_MAGIC && (reinterpret_cast<const esr_context*>(part)->esr & kStore);
#else
  return machine.gregs[REG_ERR] & 2;
#endif
}

}  // namespace simt
