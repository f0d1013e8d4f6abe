#include "platform/instructions.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <utility>

namespace ladder::simt {

#ifndef __aarch64__
// Intel's Software Developer's Manual, volume 2, appendix A: the opcode maps.
namespace {

bool is_in(unsigned char op, std::initializer_list<std::pair<int, int>> ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const auto& range) { return op >= range.first && op <= range.second; });
}

struct Code {
  bool has_operand = true;  // a ModRM byte
  int immediate = 0;        // bytes
};

// One-byte opcodes; `next` is the byte after the opcode, and `whole` the size of an immediate in bytes.
Code one_byte_code(unsigned char op, unsigned char next, int whole, bool is_wide) {
  Code code;
  code.has_operand = op < 0x40 ? (op & 7) < 4
                               : is_in(op, {{0x63, 0x63},
                                            {0x69, 0x69},
                                            {0x6b, 0x6b},
                                            {0x80, 0x8f},
                                            {0xc0, 0xc1},
                                            {0xc6, 0xc7},
                                            {0xd0, 0xd3},
                                            {0xd8, 0xdf},
                                            {0xf6, 0xf7},
                                            {0xfe, 0xff}});
  const bool has_constant = (op & 0xfe) == 0xf6 && (next & 0x30) == 0;  // test
  if ((op < 0x40 && (op & 7) == 4) || (op == 0xf6 && has_constant) ||
      is_in(op, {{0x6a, 0x6b},
                 {0x70, 0x80},
                 {0x83, 0x83},
                 {0xa8, 0xa8},
                 {0xb0, 0xb7},
                 {0xc0, 0xc1},
                 {0xc6, 0xc6},
                 {0xcd, 0xcd},
                 {0xe0, 0xe7},
                 {0xeb, 0xeb}}))
    code.immediate = 1;
  else if ((op < 0x40 && (op & 7) == 5) || (op == 0xf7 && has_constant) ||
           is_in(op, {{0x68, 0x69}, {0x81, 0x81}, {0xa9, 0xa9}, {0xc7, 0xc7}}))
    code.immediate = whole;
  else if (is_in(op, {{0xb8, 0xbf}}))
    code.immediate = is_wide ? 8 : whole;
  else if (is_in(op, {{0xe8, 0xe9}}))
    code.immediate = 4;
  else if (is_in(op, {{0xa0, 0xa3}}))
    code.immediate = 8;
  else if (is_in(op, {{0xc2, 0xc2}, {0xca, 0xca}}))
    code.immediate = 2;
  else if (op == 0xc8)
    code.immediate = 3;
  return code;
}

// Two-byte opcodes: `op` is the byte after 0x0f.
Code two_byte_code(unsigned char op) {
  Code code;
  code.has_operand = !is_in(op, {{0x05, 0x09},
                                 {0x0b, 0x0b},
                                 {0x30, 0x37},
                                 {0x77, 0x77},
                                 {0x80, 0x8f},
                                 {0xa0, 0xa2},
                                 {0xa8, 0xaa},
                                 {0xc8, 0xcf}});
  if (is_in(op, {{0x80, 0x8f}}))
    code.immediate = 4;
  else if (is_in(op, {{0x70, 0x73}, {0xa4, 0xa4}, {0xac, 0xac}, {0xba, 0xba}, {0xc2, 0xc2}, {0xc4, 0xc6}}))
    code.immediate = 1;
  return code;
}

}  // namespace

int length_of_instruction(const unsigned char* code) {
  const unsigned char* at = code;
  bool is_short = false;  // a two-byte immediate instead of four
  while (is_in(
      *at,
      {{0x26, 0x26}, {0x2e, 0x2e}, {0x36, 0x36}, {0x3e, 0x3e}, {0x64, 0x67}, {0xf0, 0xf0}, {0xf2, 0xf3}}))
    is_short |= *at++ == 0x66;
  const bool is_wide = (*at & 0xf8) == 0x48;
  if ((*at & 0xf0) == 0x40) ++at;
  int map = 0;
  if (*at == 0xc4 || *at == 0xc5) {  // VEX
    map = *at == 0xc5 ? 1 : at[1] & 0x1f;
    at += *at == 0xc5 ? 2 : 3;
  } else if (*at == 0x0f) {
    map = *++at == 0x38 ? 2 : *at == 0x3a ? 3 : 1;
    if (map > 1) ++at;
  }
  const unsigned char op = *at++;
  if (map > 3 ||
      (map == 0 && is_in(op, {{0x60, 0x62}, {0x82, 0x82}, {0x9a, 0x9a}, {0xd4, 0xd6}, {0xea, 0xea}})))
    return 0;
  const Code found = map == 0   ? one_byte_code(op, *at, is_short ? 2 : 4, is_wide)
                     : map == 1 ? two_byte_code(op)
                                : Code{true, map == 3 ? 1 : 0};
  if (found.has_operand) {
    const int mode = *at >> 6, base = *at & 7;
    ++at;
    if (mode != 3) {
      const int last = base == 4 ? *at++ & 7 : base;  // the base, if there is an index and a base
      at += mode == 1 ? 1 : mode == 2 || last == 5 ? 4 : 0;
    }
  }
  return static_cast<int>(at - code) + found.immediate;
}
#endif

bool is_after_a_call(uintptr_t address) {
#ifdef __aarch64__
  const uint32_t word = reinterpret_cast<const uint32_t*>(address)[-1];
  return word >> 26 == 0b100101 || (word & 0xfffffc1f) == 0xd63f0000;  // bl, blr (also below)
#else
  const auto* end = reinterpret_cast<const unsigned char*>(address);
  if (end[-5] == 0xe8) return true;
  // An indirect call, through a register or memory: 0xff, then 2 in the middle three bits.
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
      return false;  // bl, blr: there is another call before it
    // The jump distance in instructions: a field of `bits` bits that starts at bit `lowest`.
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
  for (int i = 0, length = 0; i < furthest; i += length) {
    length = length_of_instruction(code + i);
    if (length == 0) return false;
    const int next = i + length;
    int32_t distance = 0;
    if (length >= 5) std::memcpy(&distance, code + next - 4, 4);
    if (code[i] == 0xe8) {
      if (!may_call(reinterpret_cast<uintptr_t>(code + next) + static_cast<uintptr_t>(int64_t{distance})))
        return false;  // the code calls another function before it jumps back
    } else if ((code[i] & 0xf0) == 0x70 || code[i] == 0xeb) {
      if (is_loop(i, next + static_cast<signed char>(code[i + 1]))) return true;
    } else if (code[i] == 0x0f && (code[i + 1] & 0xf0) == 0x80) {
      if (is_loop(i, next + distance)) return true;
    }
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
    if (code[i] == 0xe8) return true;  // this is the next call
    if (code[i] != 0x0f) continue;
    const unsigned char op = code[i + 1], prefix = i > 0 ? code[i - 1] : 0,
                        rex_prefix = i > 1 ? code[i - 2] : 0;
    if ((code[i + 2] & 0xc0) == 0xc0) continue;  // between registers
    if ((code[i + 2] & 0x07) == 4 && (code[i + 3] & 0x3f) == 0x24)
      continue;  // a load from or a store to the stack
    const bool p66 = prefix == 0x66 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0x66);
    const bool pf3 = prefix == 0xf3 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0xf3);
    const bool pf2 = prefix == 0xf2 || ((prefix & 0xf0) == 0x40 && rex_prefix == 0xf2);
    if ((pf2 || pf3) && op != 0x6f && op != 0x7f) continue;  // one float or double: movss, movsd
    if (write ? op == 0x29 || (op == 0x7f && p66) : op == 0x28 || (op == 0x6f && p66)) return true;
    if (write ? op == 0x11 || (op == 0x7f && pf3) : op == 0x10 || (op == 0x6f && pf3)) return false;
  }
  return true;
}
#endif

}  // namespace ladder::simt
