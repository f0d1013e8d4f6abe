// System calls to which the program and the C++ library pass pointers. Given a pointer into a protected page,
// these calls fail instead of raising a signal. (The calls are replaced by symbol name, because headers may
// contain function bodies for them.)
#include <dlfcn.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstdio>

#include "runtime/state.h"

#define SIMT_SYSTEM(NAME, TYPE, PARAMETERS, ARGUMENTS, TOUCHES)                                  \
  extern "C" __attribute__((weak)) TYPE simt_system_##NAME PARAMETERS __asm__(#NAME);            \
  extern "C" TYPE simt_system_##NAME PARAMETERS {                                                \
    static const auto real = reinterpret_cast<TYPE(*) PARAMETERS>(dlsym(RTLD_NEXT, #NAME));      \
    const auto touches = [at = __builtin_return_address(0), frame = __builtin_frame_address(0)]( \
                             const void* p, size_t bytes, bool write) {                          \
      ladder::simt_runtime::system_touches(p, bytes, write, at, frame);                          \
    };                                                                                           \
    TOUCHES;                                                                                     \
    return real ARGUMENTS;                                                                       \
  }

SIMT_SYSTEM(read, ssize_t, (int file, void* p, size_t n), (file, p, n), touches(p, n, true))
SIMT_SYSTEM(write, ssize_t, (int file, const void* p, size_t n), (file, p, n), touches(p, n, false))
SIMT_SYSTEM(pread, ssize_t, (int file, void* p, size_t n, off_t at), (file, p, n, at), touches(p, n, true))
SIMT_SYSTEM(pwrite, ssize_t, (int file, const void* p, size_t n, off_t at), (file, p, n, at),
            touches(p, n, false))
SIMT_SYSTEM(recv, ssize_t, (int file, void* p, size_t n, int flags), (file, p, n, flags), touches(p, n, true))
SIMT_SYSTEM(send, ssize_t, (int file, const void* p, size_t n, int flags), (file, p, n, flags),
            touches(p, n, false))
SIMT_SYSTEM(readv, ssize_t, (int file, const iovec* v, int n), (file, v, n),
            for (int i = 0; i < n; ++i) touches(v[i].iov_base, v[i].iov_len, true))
SIMT_SYSTEM(writev, ssize_t, (int file, const iovec* v, int n), (file, v, n),
            for (int i = 0; i < n; ++i) touches(v[i].iov_base, v[i].iov_len, false))
SIMT_SYSTEM(fread, size_t, (void* p, size_t size, size_t n, FILE* file), (p, size, n, file),
            touches(p, size* n, true))
SIMT_SYSTEM(fwrite, size_t, (const void* p, size_t size, size_t n, FILE* file), (p, size, n, file),
            touches(p, size* n, false))
