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

// Does an instruction that calls stand in front of `address`, which is in code? Else no call returns there.
inline bool is_after_a_call(uintptr_t address) {
#ifdef __aarch64__
  const uint32_t word = reinterpret_cast<const uint32_t*>(address)[-1];
  return word >> 26 == 0b100101 || (word & 0xfffffc1f) == 0xd63f0000;  // bl, blr
#else
  const auto* end = reinterpret_cast<const unsigned char*>(address);
  if (end[-5] == 0xe8) return true;
  // Through a register or a word of memory: 0xff, and then 2 in three bits.
  for (const int bytes : {2, 3, 4, 6, 7})
    if (end[-bytes] == 0xff && (end[1 - bytes] >> 3 & 7) == 2) return true;
  return false;
#endif
}

// Of SIGSEGV: was it a store, or an atomic operation? (On 64-bit ARM the instruction tells.)
inline bool was_a_store(const mcontext_t& machine) {
#ifdef __aarch64__
  const uint32_t word = *reinterpret_cast<const uint32_t*>(machine.pc);
  const unsigned group = word >> 27 & 7, what = word >> 22 & 3;
  const bool vector = word >> 26 & 1;
  if (group == 7) {  // one register
    const bool atomic = !vector && (word & 0x01200c00) == 0x00200000;
    return what == 0 || (vector && what == 2) || atomic;
  }
  const bool compares_and_swaps = (word & 0x3fa00000) == 0x08a00000;
  return !(what & 1) || compares_and_swaps;  // several registers, or exclusive
#else
  return machine.gregs[REG_ERR] & 2;
#endif
}

}  // namespace simt
