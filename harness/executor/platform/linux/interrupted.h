// The state of a thread interrupted by a signal.
#pragma once
#include <ucontext.h>

#include <cstdint>

#include "platform/crash.h"

namespace ladder::simt {

inline Interrupted interrupted_at(const mcontext_t& machine) {
#ifdef __aarch64__
  return {machine.pc, machine.sp, machine.regs[30]};
#else
  return {static_cast<uintptr_t>(machine.gregs[REG_RIP]), static_cast<uintptr_t>(machine.gregs[REG_RSP]), 0};
#endif
}

// For SIGSEGV: was the access a store or an atomic operation? (On 64-bit ARM, the instruction shows this.)
inline bool was_a_store(const mcontext_t& machine) {
#ifdef __aarch64__
  const uint32_t word = *reinterpret_cast<const uint32_t*>(machine.pc);
  const unsigned group = word >> 27 & 7, what = word >> 22 & 3;
  const bool vector = word >> 26 & 1;
  if (group == 7) {  // loads or stores one register
    const bool atomic = !vector && (word & 0x01200c00) == 0x00200000;
    return what == 0 || (vector && what == 2) || atomic;
  }
  const bool compares_and_swaps = (word & 0x3fa00000) == 0x08a00000;
  return !(what & 1) || compares_and_swaps;  // stores several registers, or is exclusive
#else
  return machine.gregs[REG_ERR] & 2;
#endif
}

// Lets the thread execute one instruction, after which it receives SIGTRAP. False if the processor does not
// support this.
inline bool single_step(mcontext_t& machine, bool on) {
#ifdef __aarch64__
  static_cast<void>(machine), static_cast<void>(on);
  return false;
#else
  constexpr greg_t kTrap = 0x100;
  machine.gregs[REG_EFL] = on ? machine.gregs[REG_EFL] | kTrap : machine.gregs[REG_EFL] & ~kTrap;
  return true;
#endif
}

}  // namespace ladder::simt
