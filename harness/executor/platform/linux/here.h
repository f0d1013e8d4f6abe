#pragma once

// Of a function of the executor: the place in a kernel that has called it.
#define SIMT_CALLER __builtin_return_address(0)

namespace simt {
// What thread_local variables of the running OS thread lie at fixed distances from; a block's __shared__ arrays are among them.
inline char* thread_pointer() { return static_cast<char*>(__builtin_thread_pointer()); }
}  // namespace simt
