#include "platform/instructions.h"

#include <cstdint>
#include <cstring>

namespace simt {

bool is_after_a_call(uintptr_t address) {
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

bool find_loop(const void* pc, int furthest, const std::function<bool(uintptr_t function)>& may_call,
               const std::function<bool(int at, int target)>& is_loop) {
#ifdef __aarch64__
  const auto* code = static_cast<const uint32_t*>(pc);
  for (int i = 0; 4 * i < furthest; ++i) {
    const uint32_t word = code[i];
    if (word >> 26 == 0x25 && may_call(reinterpret_cast<uintptr_t>(code + i) +
                                       4 * static_cast<int64_t>(static_cast<int32_t>(word << 6) >> 6)))
      continue;
    if (word >> 26 == 0x25 || (word & 0xfffffc1f) == 0xd63f0000)
      return false;  // bl, blr: calls something else first
    // How far it jumps, in instructions: so many bits, from the lowest on.
    const auto distance = [&](int lowest, int bits) {
      return static_cast<int32_t>(word << (32 - lowest - bits)) >> (32 - bits);
    };
    int target = 4 * i;
    if (word >> 26 == 0x05)  // b
      target += 4 * distance(0, 26);
    else if (word >> 24 == 0x54 || (word & 0x7e000000) == 0x34000000)  // b.cond, cbz, cbnz
      target += 4 * distance(5, 19);
    else if ((word & 0x7e000000) == 0x36000000)  // tbz, tbnz
      target += 4 * distance(5, 14);
    else
      continue;
    if (is_loop(4 * i, target)) return true;
  }
#else
  const auto* code = static_cast<const unsigned char*>(pc);
  for (int i = 0; i + 6 < furthest; ++i) {
    if (code[i] == 0xe8) {
      int32_t distance;
      std::memcpy(&distance, code + i + 1, 4);
      if (!may_call(reinterpret_cast<uintptr_t>(code + i + 5) + static_cast<uintptr_t>(int64_t{distance})))
        return false;  // calls something else first
      i += 4;
      continue;
    }
    int target = 0;
    if ((code[i] & 0xf0) == 0x70 || code[i] == 0xeb)
      target = i + 2 + static_cast<signed char>(code[i + 1]);
    else if (code[i] == 0x0f && (code[i + 1] & 0xf0) == 0x80)
      target =
          i + 6 + (code[i + 2] | code[i + 3] << 8 | code[i + 4] << 16 | static_cast<int>(code[i + 5]) << 24);
    else
      continue;
    if (is_loop(i, target)) return true;
  }
#endif
  return false;
}

#ifdef __aarch64__
bool counts_on_16(const void*, bool) { return true; }
#else
bool counts_on_16(const void* pc, bool write) {
  const auto* code = static_cast<const unsigned char*>(pc);
  constexpr int kLookAt = 48;
  for (int i = 0; i + 2 < kLookAt; ++i) {
    if (code[i] == 0xe8) return true;  // the next call
    if (code[i] != 0x0f) continue;
    const unsigned char op = code[i + 1], prefix = i > 0 ? code[i - 1] : 0,
                        rex_prefix = i > 1 ? code[i - 2] : 0;
    if ((code[i + 2] & 0xc0) == 0xc0) continue;                               // between registers
    if ((code[i + 2] & 0x07) == 4 && (code[i + 3] & 0x3f) == 0x24) continue;  // to or from the stack
    const bool p66 = prefix == 0x66 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0x66);
    const bool pf3 = prefix == 0xf3 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0xf3);
    const bool pf2 = prefix == 0xf2 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0xf2);
    if ((pf2 || pf3) && op != 0x6f && op != 0x7f) continue;  // a single float or double: movss, movsd
    if (write ? op == 0x29 || (op == 0x7f && p66) : op == 0x28 || (op == 0x6f && p66)) return true;
    if (write ? op == 0x11 || (op == 0x7f && pf3) : op == 0x10 || (op == 0x6f && pf3)) return false;
  }
  return true;
}
#endif

}  // namespace simt
