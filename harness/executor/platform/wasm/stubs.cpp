// What clang's instrumentation calls and g++'s does not.
#include <cstddef>

extern "C" {
void* simt_memcpy(void*, const void*, size_t);  // simt/trace/hooks.cpp
void* simt_memmove(void*, const void*, size_t);
void* simt_memset(void*, int, size_t);
void __tsan_read4(void*);

void* __tsan_memcpy(void* to, const void* from, size_t bytes) { return simt_memcpy(to, from, bytes); }
void* __tsan_memmove(void* to, const void* from, size_t bytes) { return simt_memmove(to, from, bytes); }
void* __tsan_memset(void* to, int byte, size_t bytes) { return simt_memset(to, byte, bytes); }
void __tsan_vptr_read(void** p) { __tsan_read4(p); }
}
