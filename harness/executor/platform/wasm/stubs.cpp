// Functions called by clang's instrumentation but not by that of g++.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "platform/here.h"

extern "C" {
void __tsan_read_range(void*, size_t);  // simt/trace/hooks.cpp
void __tsan_write_range(void*, size_t);
void __tsan_read4(void*);
void simt_record_division(const void* pc);
void simt_record_float_division(const void* pc);
void simt_tell_division(const void* pc, const void*, unsigned by_zero);  // simt/trace/arithmetic.cpp

// Called where host/rewrite.js finds a division.
[[gnu::used]] void simt_count_division() { simt_record_division(SIMT_CALLER); }
[[gnu::used]] void simt_count_float_division() { simt_record_float_division(SIMT_CALLER); }

// A program's divisions. Where WebAssembly would trap, the results are those of an H100
// (instrument/divisions.cpp). For a divisor of 0, the lowest 32 bits of the quotient are set, and the
// remainder is the dividend.
#define DIVISION(NAME, T, OVERFLOWS, BY_ZERO, TOO_LARGE, RESULT) \
  [[gnu::used]] T simt_##NAME(T a, T b) {                        \
    const void* pc = SIMT_CALLER;                                \
    simt_record_division(pc);                                    \
    if (b == 0 || (OVERFLOWS)) {                                 \
      simt_tell_division(pc, nullptr, b == 0);                   \
      return b == 0 ? static_cast<T>(BY_ZERO) : (TOO_LARGE);     \
    }                                                            \
    return RESULT;                                               \
  }
#define DIVISIONS(TYPE, SIGNED, UNSIGNED, LOWEST)                               \
  DIVISION(TYPE##_div_s, SIGNED, a == LOWEST && b == -1, 0xffffffffu, a, a / b) \
  DIVISION(TYPE##_div_u, UNSIGNED, false, 0xffffffffu, a, a / b)                \
  DIVISION(TYPE##_rem_s, SIGNED, a == LOWEST && b == -1, a, 0, a % b)           \
  DIVISION(TYPE##_rem_u, UNSIGNED, false, a, a, a % b)
DIVISIONS(i32, int32_t, uint32_t, INT32_MIN)
DIVISIONS(i64, int64_t, uint64_t, INT64_MIN)

// Copies a structure in one piece. (Calls to memcpy() in the source are kept: host/rewrite.js.) The type of
// the structure is not known, but a structure of 16 bytes at an address that is not a multiple of 16 is not
// treated as a vector.
void* __tsan_memmove(void* to, void* from, size_t bytes) {
  const auto see = [bytes](void hook(void*, size_t), void* p) {
    const bool halves = bytes == 16 && reinterpret_cast<uintptr_t>(p) % 16 != 0;
    hook(p, halves ? 8 : bytes);
    if (halves) hook(static_cast<char*>(p) + 8, 8);
  };
  see(__tsan_read_range, from);
  see(__tsan_write_range, to);
  return memmove(to, from, bytes);
}
void* __tsan_memcpy(void* to, void* from, size_t bytes) { return __tsan_memmove(to, from, bytes); }
void* __tsan_memset(void* to, int byte, size_t bytes) {
  __tsan_write_range(to, bytes);
  return memset(to, byte, bytes);
}
void __tsan_vptr_read(void** p) { __tsan_read4(p); }
}
