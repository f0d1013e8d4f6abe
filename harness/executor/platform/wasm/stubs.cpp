// Functions that clang's instrumentation calls and g++'s instrumentation does not.
#include <cstddef>
#include <cstring>

#include "platform/here.h"

extern "C" {
void __tsan_read_range(void*, size_t);  // simt/trace/hooks.cpp
void __tsan_write_range(void*, size_t);
void __tsan_read4(void*);
void simt_record_division(const void* pc);
void simt_record_float_division(const void* pc);

// Called where host/rewrite.js finds a division.
[[gnu::used]] void simt_count_division() { simt_record_division(SIMT_CALLER); }
[[gnu::used]] void simt_count_float_division() { simt_record_float_division(SIMT_CALLER); }

// Copies a structure in one piece. (Calls of memcpy() in the source are kept: host/rewrite.js.)
void* __tsan_memmove(void* to, void* from, size_t bytes) {
  __tsan_read_range(from, bytes);
  __tsan_write_range(to, bytes);
  return memmove(to, from, bytes);
}
void* __tsan_memcpy(void* to, void* from, size_t bytes) { return __tsan_memmove(to, from, bytes); }
void* __tsan_memset(void* to, int byte, size_t bytes) {
  __tsan_write_range(to, bytes);
  return memset(to, byte, bytes);
}
void __tsan_vptr_read(void** p) { __tsan_read4(p); }
}
