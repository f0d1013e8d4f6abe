#pragma once

// Of a function of the executor: the place in a kernel that has called it.
#define SIMT_CALLER __builtin_return_address(0)
// Of a thread_local variable that each access asks for: the program itself has it, not a library that is loaded later.
#define SIMT_NEAR __attribute__((tls_model("initial-exec")))

namespace simt {
// What thread_local variables of the running OS thread lie at fixed distances from; a block's __shared__ arrays are among them.
inline char* thread_pointer() { return static_cast<char*>(__builtin_thread_pointer()); }
}  // namespace simt
